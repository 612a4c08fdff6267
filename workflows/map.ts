import { isCancellation, proxyActivities } from '@temporalio/workflow';
import type { MapActivities } from '../activities/crawl/activities.ts';
import { mapPrice } from '../contracts/prices.ts';
import type { MapWork } from '../contracts/work/map.ts';
import { readPage } from './readPage.ts';
import { mapTimeouts } from './timeouts.ts';
import { withCredits } from './withCredits.ts';

/** The sitemaps get this much even if the start page has used up all of the time. */
const minTimeoutMs = 1_000;

/** Finds the pages of a site and stores them; the start page is read like any other. */
export async function map({ page, ...work }: MapWork): Promise<void> {
  const { account, requestId, job, url, options } = work;
  const startedAt = Date.now();
  await withCredits({ account, requestId, id: job, operation: 'map', amount: mapPrice }, async () => {
    let failure: unknown;
    if (options.sitemap !== 'only') {
      try {
        await readPage({ account, requestId, job, index: 0, url, options: page }, { browserOnly: false });
      } catch (error) {
        if (isCancellation(error)) throw error;
        // The site may have a sitemap all the same.
        failure = error;
      }
    }
    const timeout = Math.max(minTimeoutMs, options.timeout - (Date.now() - startedAt));
    const { findPages } = proxyActivities<MapActivities>({ taskQueue: 'fetch', ...mapTimeouts(timeout) });
    const { found } = await findPages({ ...work, options: { ...options, timeout } });
    if (found === 0 && failure !== undefined) throw failure;
    return {};
  });
}
