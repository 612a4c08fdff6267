import { cancellationSignal } from '@temporalio/activity';
import type { ChunkLeftover, ChunkStep, ChunkWork, RoundWork } from '../../contracts/work/batches.ts';
import type { CreditMetrics } from '../../runtime/metrics/work.ts';
import { isRunning } from '../../storage/jobs.ts';
import type { Storage } from '../../storage/storage.ts';
import type { createReadPages } from './readPages.ts';
import { unsettled } from './unsettled.ts';

/** Reads the pages of a chunk: registered on `fetch` with the plain fetcher, on `browser` with Chromium. */
export function createChunkActivities(readPages: ReturnType<typeof createReadPages>) {
  return {
    readPages: (work: ChunkWork): Promise<ChunkLeftover> => readPages(work, cancellationSignal()),
  };
}
export type ChunkActivities = ReturnType<typeof createChunkActivities>;

/** The small database steps of a batch. */
export function createBatchActivities({ storage, metrics }: { storage: Storage; metrics: CreditMetrics }) {
  return {
    keepOpened: ({ job, round }: RoundWork): Promise<boolean> => storage.batches.keepOpened(job, round),

    unsettledPages: async (part: ChunkStep): Promise<number[]> =>
      (await unsettled(storage, part)).map(({ index }) => index),

    /** Settles the pages that could not be read because of a fault on our side, so that no URL is lost. */
    async failPages(part: ChunkStep) {
      const job = await storage.jobs.find(part.job);
      if (!isRunning(job, part)) return;
      for (const { index, also, url } of await unsettled(storage, part)) {
        const error = 'The page could not be read because of a fault on our side; it was not charged.';
        const item = { url, error, metadata: { sourceURL: url } };
        await storage.batches.settle(job, [{ index, ...(also && { also }), outcome: 'failed', item }]);
      }
    },

    async finishBatch({ job, round }: RoundWork): Promise<void> {
      const settled = await storage.batches.finish(job, round);
      if (settled) metrics.creditsSettled(settled);
    },
  };
}
export type BatchActivities = ReturnType<typeof createBatchActivities>;
