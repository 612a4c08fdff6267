import { proxyActivities } from '@temporalio/workflow';
import type { PageActivities } from '../activities/pages/activities.ts';
import type { PageWork } from '../contracts/work/pages.ts';
import { pageTimeouts } from './timeouts.ts';

const askedForBrowser = 'it was asked for';

/** Reads a page with a plain fetch, and in the browser if that turns out to be needed or was asked for. */
export async function readPage(page: PageWork, { browserOnly }: { browserOnly: boolean }): Promise<void> {
  const timeouts = pageTimeouts(page.options.timeout);
  const overHttp = proxyActivities<PageActivities>({ taskQueue: 'fetch', ...timeouts });
  const inBrowser = proxyActivities<PageActivities>({ taskQueue: 'browser', ...timeouts });
  const { render: reason } = browserOnly ? { render: askedForBrowser } : await overHttp.readPage(page);
  if (reason) await inBrowser.readPage({ ...page, reason });
}
