import type { Batches } from '../../storage/batches.ts';
import type { Job } from '../../storage/jobs.ts';
import type { SettledPage } from '../../storage/pageRecord.ts';

interface PendingPage {
  page: SettledPage;
  areMoreComing: boolean;
  resolve: (running: boolean) => void;
  reject: (error: unknown) => void;
}

/**
 * How long a transaction waits for more pages of its job while some are still being read. Settling forty pages costs
 * hardly more than settling five, and callers that poll do not notice a wait this long.
 */
const lingerMs = 200;
/** A group of this size is settled without waiting for more. */
const fullGroup = 50;

/** Per transaction, far below what MongoDB allows. */
const maxPositions = 500;

export type Settler = ReturnType<typeof createSettler>;

/**
 * Settles the pages of a job in group commits, one transaction at a time: transactions of one job collide on its
 * counters, and a collision costs more than a short wait. Resolves to false if the job no longer runs.
 */
export function createSettler(batches: Pick<Batches, 'settle'>) {
  const queues = new Map<string, SettleQueue>();

  async function drain(job: Job, queue: SettleQueue) {
    while (queue.pages.length > 0) {
      if (!queue.isReady()) await queue.linger();
      const group = takeGroup(queue.pages);
      try {
        let running = true;
        for (const part of split(group.map(({ page }) => page))) running = await batches.settle(job, part);
        for (const { resolve } of group) resolve(running);
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    queues.delete(job._id);
  }

  return (job: Job, page: SettledPage, areMoreComing: boolean): Promise<boolean> =>
    new Promise((resolve, reject) => {
      const pending = { page, areMoreComing, resolve, reject };
      const queue = queues.get(job._id);
      if (queue) {
        queue.add(pending);
        return;
      }
      const started = createSettleQueue(pending);
      queues.set(job._id, started);
      void drain(job, started);
    });
}

type SettleQueue = ReturnType<typeof createSettleQueue>;

/** The pages of a job that wait to be settled. */
function createSettleQueue(first: PendingPage) {
  const pages = [first];
  /** A chunk that reads no more until its pages are settled would only lose time. */
  const isReady = () => pages.at(-1)?.areMoreComing === false || pages.length >= fullGroup;
  let endLinger = () => {};
  return {
    pages,
    isReady,
    add(page: PendingPage) {
      pages.push(page);
      if (isReady()) endLinger();
    },
    /** Resolves when the pages are ready, or have waited long enough. */
    linger: () =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, lingerMs);
        endLinger = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
  };
}

function positions({ also }: SettledPage) {
  return 1 + (also?.length ?? 0);
}

/** What a page costs in a transaction; a new link costs less than a page. */
function weight(page: SettledPage) {
  return positions(page) + (page.discovery?.links.length ?? 0) / 4;
}

function takeGroup(queue: PendingPage[]): PendingPage[] {
  let size = 0;
  const end = queue.findIndex(({ page }, at) => {
    size += weight(page);
    return at > 0 && size > maxPositions;
  });
  return queue.splice(0, end === -1 ? queue.length : end);
}

/** A URL that is repeated more often than fits into one transaction is settled in several. */
function* split(pages: readonly SettledPage[]): Generator<SettledPage[]> {
  const [first] = pages;
  if (!first || pages.length > 1 || positions(first) <= maxPositions) {
    yield [...pages];
    return;
  }
  const also = first.also ?? [];
  for (let from = 0; from < also.length; from += maxPositions) {
    yield [{ ...first, also: also.slice(from, from + maxPositions) }];
  }
}
