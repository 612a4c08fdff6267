export { batchScrape } from './batchScrape.ts';
export { deliverWebhooks } from './deliverWebhooks.ts';
export { extract } from './extract.ts';
export { scrapePage } from './scrapePage.ts';
