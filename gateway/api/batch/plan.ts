import { type Plans, planNamed } from '../../../contracts/plans.ts';
import type { BatchWork } from '../../../contracts/work.ts';
import type { Storage } from '../../../storage/mongo.ts';

type Shares = Pick<BatchWork, 'chunkSize' | 'pagesAtOnce' | 'lanes'>;

/** Small batches are spread over many workers, large ones cost few workflow events. */
const smallestChunk = 5;
const largestChunk = 50;
const chunksOfASmallBatch = 20;
/** Pages of one chunk at a time, where the caller and the plan allow as many. */
const mostPagesOfAChunk = 8;

/** How a batch is cut up, for so many pages at a time. */
export function planBatch(total: number, concurrency: number): Shares {
  const pagesAtOnce = Math.min(concurrency, mostPagesOfAChunk);
  return {
    chunkSize: Math.min(largestChunk, Math.max(smallestChunk, Math.ceil(total / chunksOfASmallBatch))),
    pagesAtOnce,
    lanes: Math.max(1, Math.floor(concurrency / pagesAtOnce)),
  };
}

interface Caller {
  storage: Pick<Storage, 'accounts'>;
  plans: Plans;
  account: string;
  maxConcurrency: number | undefined;
}

/** What the caller wants, as far as the plan goes. */
export async function concurrencyOf({ storage, plans, account, maxConcurrency }: Caller): Promise<number> {
  const { concurrentPages } = planNamed(plans, (await storage.accounts.find(account))?.plan ?? '');
  return Math.min(concurrentPages, maxConcurrency ?? concurrentPages);
}
