import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { printTable } from './printTable.ts';
import { notTaken } from './row.ts';

/** The corpora are in a folder next to the project, which need not exist. */
const corpora = new URL('../../../shared/corpus/', import.meta.url);

export const articlesFolder = fileURLToPath(new URL('articles', corpora));
export const pagesFolder = fileURLToPath(new URL('pages', corpora));
export const productsFolder = fileURLToPath(new URL('products', corpora));
export const recipesFolder = fileURLToPath(new URL('recipes', corpora));
export const brandTokensFile = fileURLToPath(new URL('brands/expected.json', corpora));

/** A bench without its corpus has one row, which says so. */
export function printAbsent(folder: string): void {
  console.log(`There is no corpus at ${folder}.`);
  printTable([notTaken('everything', `the corpus of ${basename(folder)} is not part of this repository`)]);
}
