import { proxyActivities } from '@temporalio/workflow';
import type { PageActivities, PageRead } from '../activities/pages/activities.ts';
import type { PageWork } from '../contracts/work/pages.ts';
import { pageTimeouts } from './timeouts.ts';

const askedForBrowser = 'it was asked for';

/**
 * Reads a page with a plain fetch, and in the browser if that turns out to be needed or was asked for. Resolves to what
 * it costs.
 */
export async function readPage(
  page: PageWork,
  { browserOnly }: { browserOnly: boolean },
): Promise<Pick<PageRead, 'credits' | 'isFree'>> {
  const timeouts = pageTimeouts(page.options.timeout);
  const overHttp = proxyActivities<PageActivities>({ taskQueue: 'fetch', ...timeouts });
  const inBrowser = proxyActivities<PageActivities>({ taskQueue: 'browser', ...timeouts });
  const read: PageRead = browserOnly ? { render: askedForBrowser } : await overHttp.readPage(page);
  return read.render ? inBrowser.readPage({ ...page, reason: read.render }) : read;
}
