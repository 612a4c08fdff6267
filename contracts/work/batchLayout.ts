import type { BatchLayout } from './batches.ts';

/** Small batches are spread over many workers, large ones cost few workflow events. */
const minChunkSize = 5;
const maxChunkSize = 50;
const chunksOfASmallBatch = 20;
/** Beyond as many chunks of that size, chunks grow: that many still keep all workers busy to the end. */
const chunksOfALargeBatch = 50;
const maxChunkSizeOfALargeBatch = 200;
/** Pages of one chunk at a time, if the caller and the plan allow as many. */
const maxPagesAtOnce = 8;

/**
 * How many of that many pages make a chunk. A crawl works this out within its workflow, and crawls under way must find the
 * same chunks when they are replayed: change it only behind `patched()`.
 */
export function chunkSizeFor(pages: number): number {
  return Math.min(maxChunkSize, Math.max(minChunkSize, Math.ceil(pages / chunksOfASmallBatch)));
}

/** The same for the URLs of a batch, which are stored in their chunks. */
export function chunkSizeOfBatch(urls: number): number {
  const large = Math.min(maxChunkSizeOfALargeBatch, Math.ceil(urls / chunksOfALargeBatch));
  return Math.max(chunkSizeFor(urls), large);
}

/** How a batch of that many URLs is cut into chunks, for that many pages at a time. */
export function layOutBatch(total: number, concurrency: number): BatchLayout {
  return {
    chunkSize: chunkSizeOfBatch(total),
    ...lanesFor(concurrency),
  };
}

/** Lanes of equal width that come as close to the concurrency as possible without exceeding it. */
function lanesFor(concurrency: number): Pick<BatchLayout, 'pagesAtOnce' | 'lanes'> {
  const lanesOf = (lanes: number) => ({
    lanes,
    pagesAtOnce: Math.min(maxPagesAtOnce, Math.floor(concurrency / lanes)),
  });
  const wide = lanesOf(Math.max(1, Math.floor(concurrency / maxPagesAtOnce)));
  const narrow = lanesOf(wide.lanes + 1);
  return narrow.lanes * narrow.pagesAtOnce > wide.lanes * wide.pagesAtOnce ? narrow : wide;
}

/** The layout that the caller asks for, within the limits of the account's plan. */
export function layoutFor(
  { concurrentPages }: { concurrentPages: number },
  total: number,
  maxConcurrency = Infinity,
): BatchLayout {
  return { ...layOutBatch(total, Math.min(concurrentPages, maxConcurrency)), accountPages: concurrentPages };
}
