import { proxyActivities } from '@temporalio/workflow';
import type { PageActivities } from '../activities/pages/activities.ts';
import { pagePrice } from '../contracts/prices.ts';
import type { ScrapeWork } from '../contracts/work/pages.ts';
import { paid } from './paid.ts';
import { pageTimeouts } from './timeouts.ts';

/** Reads one page and stores its item, which itself never passes through here. */
export async function scrapePage(work: ScrapeWork): Promise<void> {
  const { account, requestId, job: id, options } = work;
  await paid({ account, requestId, id, operation: 'scrape', amount: pagePrice }, async () => {
    const timeouts = pageTimeouts(options.timeout);
    const overHttp = proxyActivities<PageActivities>({ taskQueue: 'fetch', ...timeouts });
    const inBrowser = proxyActivities<PageActivities>({ taskQueue: 'browser', ...timeouts });
    const { render: reason } = work.browserOnly ? { render: 'it was asked for' } : await overHttp.readPage(work);
    if (reason) await inBrowser.readPage({ ...work, reason });
  });
}
