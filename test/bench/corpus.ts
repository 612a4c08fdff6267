import { fileURLToPath } from 'node:url';

/** Beside the project, where it is there at all. */
export const recipesFolder = fileURLToPath(new URL('../../../shared/corpus/recipes', import.meta.url));
