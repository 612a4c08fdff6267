import type { BatchLayout } from '../../contracts/work/batches.ts';
import { type Plans, planNamed } from '../../runtime/plans.ts';
import type { Storage } from '../../storage/storage.ts';

/** Small batches are spread over many workers, large ones cost few workflow events. */
const minChunkSize = 5;
const maxChunkSize = 50;
const chunksOfASmallBatch = 20;
/** Pages of one chunk at a time, if the caller and the plan allow as many. */
const maxPagesAtOnce = 8;

/** How a batch of that many URLs is cut into chunks, for that many pages at a time. */
export function layOutBatch(total: number, concurrency: number): BatchLayout {
  return {
    chunkSize: Math.min(maxChunkSize, Math.max(minChunkSize, Math.ceil(total / chunksOfASmallBatch))),
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

interface Deps {
  storage: Pick<Storage, 'accounts'>;
  plans: Plans;
}

/** The layout that the caller asks for, within the limits of the account's plan. */
export async function layoutFor(
  { account, maxConcurrency = Infinity }: { account: string; maxConcurrency?: number | undefined },
  total: number,
  { storage, plans }: Deps,
): Promise<BatchLayout> {
  const { concurrentPages } = planNamed(plans, (await storage.accounts.find(account))?.plan ?? '');
  return { ...layOutBatch(total, Math.min(concurrentPages, maxConcurrency)), accountPages: concurrentPages };
}
