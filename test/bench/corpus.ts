import { fileURLToPath } from 'node:url';

/** The corpora are in a folder next to the project, which need not exist. */
const corpora = new URL('../../../shared/corpus/', import.meta.url);

export const articlesFolder = fileURLToPath(new URL('articles', corpora));
export const pagesFolder = fileURLToPath(new URL('pages', corpora));
export const productsFolder = fileURLToPath(new URL('products', corpora));
export const recipesFolder = fileURLToPath(new URL('recipes', corpora));
export const brandTokensFile = fileURLToPath(new URL('brands/expected.json', corpora));
