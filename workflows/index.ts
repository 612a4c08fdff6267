export { batchScrape } from './batchScrape.ts';
export { deliverWebhooks } from './deliverWebhooks.ts';
export { scrapePage } from './scrapePage.ts';
export { warnOverage } from './warnOverage.ts';
