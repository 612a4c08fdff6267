export { batchScrape } from './batchScrape.ts';
export { deliverWebhooks } from './deliverWebhooks.ts';
export { extract } from './extract.ts';
export { refreshIcon } from './refreshIcon.ts';
export { renderImage } from './renderImage.ts';
export { scrapePage } from './scrapePage.ts';
export { sweepIcons } from './sweepIcons.ts';
export { warnOverage } from './warnOverage.ts';
