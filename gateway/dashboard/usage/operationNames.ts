import type { Operation } from '../../../contracts/prices.ts';

export const operationNames: Record<Operation, string> = {
  scrape: 'Single pages',
  batch: 'Batches',
  crawl: 'Crawls',
  extract: 'Extraction',
  branding: 'Branding',
  map: 'Maps',
};
