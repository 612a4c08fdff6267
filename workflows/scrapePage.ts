import { pagePrice } from '../contracts/prices.ts';
import type { ScrapeWork } from '../contracts/work/pages.ts';
import { readPage } from './readPage.ts';
import { withCredits } from './withCredits.ts';

/** Reads one page and stores its item. For gateways of the version before, which did not call workers directly. */
export async function scrapePage(work: ScrapeWork): Promise<void> {
  const { account, requestId, job: id } = work;
  await withCredits({ account, requestId, id, operation: 'scrape', amount: pagePrice }, () => readPage(work, work));
}
