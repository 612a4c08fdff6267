import type { BatchWork } from '../../contracts/work/batches.ts';
import { type Plans, planNamed } from '../../runtime/plans.ts';
import type { Storage } from '../../storage/storage.ts';

type Shares = Pick<BatchWork, 'chunkSize' | 'pagesAtOnce' | 'lanes'>;

/** Small batches are spread over many workers, large ones cost few workflow events. */
const smallestChunk = 5;
const largestChunk = 50;
const chunksOfASmallBatch = 20;
/** Pages of one chunk at a time, where the caller and the plan allow as many. */
const mostPagesOfAChunk = 8;

/** How a batch is cut up, for so many pages at a time. */
export function planBatch(total: number, concurrency: number): Shares {
  return {
    chunkSize: Math.min(largestChunk, Math.max(smallestChunk, Math.ceil(total / chunksOfASmallBatch))),
    ...lanesFor(concurrency),
  };
}

/** Lanes of equal width that come as near to so many pages at a time as they can, and not beyond. */
function lanesFor(concurrency: number): Pick<Shares, 'pagesAtOnce' | 'lanes'> {
  const laid = (lanes: number) => ({
    lanes,
    pagesAtOnce: Math.min(mostPagesOfAChunk, Math.floor(concurrency / lanes)),
  });
  const wide = laid(Math.max(1, Math.floor(concurrency / mostPagesOfAChunk)));
  const narrow = laid(wide.lanes + 1);
  return narrow.lanes * narrow.pagesAtOnce > wide.lanes * wide.pagesAtOnce ? narrow : wide;
}

interface Parts {
  storage: Pick<Storage, 'accounts'>;
  plans: Plans;
}

/** How a batch is cut up as its caller wants it, as far as the plan goes. */
export async function planFor(
  { account, maxConcurrency = Infinity }: { account: string; maxConcurrency?: number | undefined },
  total: number,
  { storage, plans }: Parts,
) {
  const { concurrentPages } = planNamed(plans, (await storage.accounts.find(account))?.plan ?? '');
  return { ...planBatch(total, Math.min(concurrentPages, maxConcurrency)), accountPages: concurrentPages };
}
