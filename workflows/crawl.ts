import { continueAsNew, isCancellation, proxyActivities, proxyLocalActivities } from '@temporalio/workflow';
import type { BatchActivities } from '../activities/batches/activities.ts';
import type { CrawlActivities } from '../activities/crawl/activities.ts';
import type { BatchProgress, BatchStart, BatchWork } from '../contracts/work/batches.ts';
import { createChunkQueue } from './chunkQueue.ts';
import { readChunks } from './readChunks.ts';
import { runJob } from './runJob.ts';
import { databaseStep, sitemapTimeouts } from './timeouts.ts';

/** For all sitemaps of a site together. */
const sitemapTimeoutMs = 60_000;

const { crawlSize } = proxyLocalActivities<BatchActivities>(databaseStep);
const { seedCrawl } = proxyActivities<CrawlActivities>({ taskQueue: 'fetch', ...sitemapTimeouts(sitemapTimeoutMs) });

/** A crawl: a job whose list of URLs grows while it is read. */
export async function crawl(work: BatchWork, start: BatchStart): Promise<void> {
  const left = await runJob(work, start, (from) => readSite(work, from));
  if (left) await continueAsNew<typeof crawl>(work, { from: left });
}

/** Reads the start, which says what site this is, then its sitemaps, then all pages until no new one is found. */
async function readSite(work: BatchWork, from: BatchProgress): Promise<BatchProgress | undefined> {
  const { account, requestId, job, round } = work;
  let { parts, hasSitemaps = !work.readsSitemaps } = from;
  const queue = createChunkQueue(work, { ...from, total: from.total ?? (round === 0 ? 1 : (work.firstPosition ?? 0)) });
  let total = queue.size();
  function onTotal(accepted: number) {
    total = Math.max(total, accepted);
    if (hasSitemaps) queue.grow(total);
  }
  for (;;) {
    const outcome = await readChunks(work, { queue, parts, onTotal });
    if (outcome === 'ended') return undefined;
    if (outcome !== 'done') return { ...outcome, total: queue.size(), hasSitemaps };
    parts = [];
    if (!hasSitemaps) {
      hasSitemaps = true;
      onTotal(await seed());
      continue;
    }
    // A worker that was believed dead may have added some more.
    onTotal((await crawlSize(work)).total);
    if (!queue.hasNext()) return undefined;
  }

  async function seed(): Promise<number> {
    try {
      return (await seedCrawl({ account, requestId, job, round, timeoutMs: sitemapTimeoutMs })).total;
    } catch (error) {
      if (isCancellation(error)) throw error;
      // Its links lead to pages all the same.
      return total;
    }
  }
}
