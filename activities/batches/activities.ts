import { cancellationSignal } from '@temporalio/activity';
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
export const createBatchActivities = ({ storage }: { storage: Storage }) => ({
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

  finishBatch: ({ job, round }: RoundWork): Promise<void> => storage.batches.finish(job, round),
});
export type BatchActivities = ReturnType<typeof createBatchActivities>;
