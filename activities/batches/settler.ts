import type { Batches } from '../../storage/batches.ts';
import type { Job } from '../../storage/jobs.ts';
import type { SettledPage } from '../../storage/pages.ts';

interface Waiting {
  page: SettledPage;
  resolve: (running: boolean) => void;
  reject: (error: unknown) => void;
}

/** A transaction writes this many positions at most, so that it stays far below what MongoDB allows. */
const mostPositions = 500;

export type Settler = ReturnType<typeof createSettler>;

/**
 * Settles pages of a job one transaction at a time, each with all that has come in meanwhile: transactions of one job
 * collide on its counters, and a collision costs more than a short wait. Resolves to false where the job no longer runs.
 */
export function createSettler(batches: Pick<Batches, 'settle'>) {
  const queues = new Map<string, Waiting[]>();

  async function drain(job: Job, queue: Waiting[]) {
    while (queue.length > 0) {
      const group = takeGroup(queue);
      try {
        let running = true;
        for (const part of inParts(group.map(({ page }) => page))) running = await batches.settle(job, part);
        for (const { resolve } of group) resolve(running);
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    queues.delete(job._id);
  }

  return (job: Job, page: SettledPage): Promise<boolean> =>
    new Promise((resolve, reject) => {
      const waiting = { page, resolve, reject };
      const queue = queues.get(job._id);
      if (queue) {
        queue.push(waiting);
        return;
      }
      const started = [waiting];
      queues.set(job._id, started);
      void drain(job, started);
    });
}

function positions({ also }: SettledPage) {
  return 1 + (also?.length ?? 0);
}

function takeGroup(queue: Waiting[]): Waiting[] {
  let size = 0;
  const end = queue.findIndex(({ page }, at) => {
    size += positions(page);
    return at > 0 && size > mostPositions;
  });
  return queue.splice(0, end === -1 ? queue.length : end);
}

/** A URL that stands in a batch very often is answered in several steps. */
function* inParts(pages: readonly SettledPage[]): Generator<SettledPage[]> {
  const [first] = pages;
  if (!first || pages.length > 1 || positions(first) <= mostPositions) {
    yield [...pages];
    return;
  }
  const also = first.also ?? [];
  for (let from = 0; from < also.length; from += mostPositions) {
    yield [{ ...first, also: also.slice(from, from + mostPositions) }];
  }
}
