import { CancellationScope, proxyActivities, proxyLocalActivities } from '@temporalio/workflow';
import type { BillingActivities } from '../activities/billing/activities.ts';
import type { PageActivities } from '../activities/pages/activities.ts';
import type { PageWork } from '../contracts/work.ts';
import { databaseStep, pageTimeouts, promptDatabaseStep } from './timeouts.ts';

const { reserveCredits } = proxyLocalActivities<BillingActivities>(promptDatabaseStep);
const { settleCredits } = proxyLocalActivities<BillingActivities>(databaseStep);

const pagePrice = 1;

/** Reads one page and stores its item, which itself never passes through here. */
export async function scrapePage(work: PageWork & { browserOnly: boolean }): Promise<void> {
  const { account, requestId, job: id, options } = work;
  await reserveCredits({ account, requestId, id, operation: 'scrape', amount: pagePrice });
  let charged = 0;
  try {
    const timeouts = pageTimeouts(options.timeout);
    const overHttp = proxyActivities<PageActivities>({ taskQueue: 'fetch', ...timeouts });
    const inBrowser = proxyActivities<PageActivities>({ taskQueue: 'browser', ...timeouts });
    const { render: reason } = work.browserOnly ? { render: 'it was asked for' } : await overHttp.readPage(work);
    if (reason) await inBrowser.readPage({ ...work, reason });
    charged = pagePrice;
  } finally {
    await CancellationScope.nonCancellable(() => settleCredits({ id, amount: charged }));
  }
}
