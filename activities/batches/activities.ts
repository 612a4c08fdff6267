import { cancellationSignal } from '@temporalio/activity';
import type { CreditMetrics } from '../../contracts/metrics/work.ts';
import type { ChunkWork, Leftover, WorkContext } from '../../contracts/work.ts';
import type { Storage } from '../../storage/mongo.ts';
import type { createReadPages } from './readPages.ts';

/** Where the pages of a chunk are read: registered on `fetch` with the plain fetcher, on `browser` with Chromium. */
export const createChunkActivities = (readPages: ReturnType<typeof createReadPages>) => ({
  readPages: (work: ChunkWork): Promise<Leftover> => readPages(work, cancellationSignal()),
});
export type ChunkActivities = ReturnType<typeof createChunkActivities>;

interface RoundWork extends WorkContext {
  job: string;
  round: number;
}

/** The small database steps of a batch. */
export const createBatchActivities = ({ storage, metrics }: { storage: Storage; metrics: CreditMetrics }) => ({
  keepOpened: ({ job, round }: RoundWork): Promise<boolean> => storage.batches.keepOpened(job, round),

  /** Settles the pages of a chunk that could not be read for a reason of ours, so that no URL is lost. */
  async failPages({ job: id, round, chunk, indexes }: RoundWork & { chunk: number; indexes?: readonly number[] }) {
    const job = await storage.jobs.find(id);
    if (job?.status !== 'scraping') return;
    const entries = await storage.urls.chunk(id, round, chunk);
    for (const { index, also, url } of entries.filter((entry) => indexes?.includes(entry.index) ?? true)) {
      const error = 'The page could not be read because of a fault on our side; it was not charged.';
      const item = { url, error, metadata: { sourceURL: url } };
      await storage.batches.settle(job, [{ index, ...(also && { also }), outcome: 'failed', item }]);
    }
  },

  async finishBatch({ job, round }: RoundWork): Promise<void> {
    const settled = await storage.batches.finish(job, round);
    if (settled) metrics.creditsSettled(settled);
  },
});
export type BatchActivities = ReturnType<typeof createBatchActivities>;
