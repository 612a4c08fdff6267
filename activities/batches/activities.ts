import { cancellationSignal } from '@temporalio/activity';
import { Failure } from '../../contracts/failures.ts';
import type { ChunkLeftover, ChunkStep, ChunkWork, CrawlSize, RoundWork } from '../../contracts/work/batches.ts';
import type { CreditMetrics } from '../../runtime/metrics/work.ts';
import { isRunning } from '../../storage/jobs.ts';
import type { Storage } from '../../storage/storage.ts';
import { settledPage } from './attempt.ts';
import type { createReadPages } from './readPages.ts';
import { unsettled } from './unsettled.ts';

/** Reads the pages of a chunk: registered on `fetch` with the plain fetcher, on `browser` with Chromium. */
export function createChunkActivities(readPages: ReturnType<typeof createReadPages>) {
  return {
    readPages: (work: ChunkWork): Promise<ChunkLeftover> => readPages(work, cancellationSignal()),
  };
}
export type ChunkActivities = ReturnType<typeof createChunkActivities>;

/** The small database steps of a batch or a crawl. */
export function createBatchActivities({ storage, metrics }: { storage: Storage; metrics: CreditMetrics }) {
  return {
    keepOpened: ({ job, round }: RoundWork): Promise<boolean> => storage.batches.keepOpened(job, round),

    async unsettledPages(part: ChunkStep): Promise<number[]> {
      const job = await storage.jobs.find(part.job);
      return job ? (await unsettled(storage, job, part)).map(({ index }) => index) : [];
    },

    /** Settles the pages that could not be read because of a fault on our side, so that no URL is lost. */
    async failPages(part: ChunkStep) {
      const job = await storage.jobs.find(part.job);
      if (!isRunning(job, part)) return;
      const failure = new Failure(
        'DependencyDown',
        'The page could not be read because of a fault on our side; it was not charged.',
      );
      for (const entry of await unsettled(storage, job, part))
        await storage.batches.settle(job, [settledPage(entry, { failure }, job.options)]);
    },

    /** How many URLs a crawl has accepted. */
    async crawlSize({ job }: RoundWork): Promise<CrawlSize> {
      return { total: (await storage.jobs.find(job))?.total ?? 0 };
    },

    async finishBatch({ job, round }: RoundWork): Promise<void> {
      const settled = await storage.batches.finish(job, round);
      if (settled) metrics.creditsSettled(settled);
    },
  };
}
export type BatchActivities = ReturnType<typeof createBatchActivities>;
