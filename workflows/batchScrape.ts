import { continueAsNew } from '@temporalio/workflow';
import type { BatchStart, BatchWork } from '../contracts/work/batches.ts';
import { createChunkQueue } from './chunkQueue.ts';
import { readChunks } from './readChunks.ts';
import { runJob } from './runJob.ts';

/** A batch of pages: a job with a list of URLs. */
export async function batchScrape(batch: BatchWork, start: BatchStart): Promise<void> {
  const left = await runJob(batch, start, async (from) => {
    const outcome = await readChunks(batch, { queue: createChunkQueue(batch, from), parts: from.parts });
    return typeof outcome === 'object' ? outcome : undefined;
  });
  if (left) await continueAsNew<typeof batchScrape>(batch, { from: left });
}
