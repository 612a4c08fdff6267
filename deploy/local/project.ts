import { fileURLToPath } from 'node:url';

/** The folder that contains package.json, with a trailing slash. */
export const projectRoot = fileURLToPath(new URL('../../', import.meta.url));
