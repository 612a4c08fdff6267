import { createHash } from 'node:crypto';
import type { CalledQueue } from '../../contracts/work/calls.ts';
import type { ServingWorker, Workers } from '../../storage/workers.ts';

/** How old the list of workers may be. */
const maxAgeMs = 1_000;
/** A worker that could not be reached is not asked again for this long while there are others. */
const avoidedMs = 5_000;

export type Worker = Pick<ServingWorker, '_id' | 'address'>;

/** The workers that can be called, as this gateway knows them. */
export function createServingWorkers(workers: Pick<Workers, 'serving'>) {
  let known: ServingWorker[] = [];
  let readAt = 0;
  let reading: Promise<void> | undefined;
  /** When each worker that was lost may be asked again. */
  const avoided = new Map<string, number>();
  const running = new Map<string, number>();

  async function read(): Promise<void> {
    known = await workers.serving();
    readAt = Date.now();
    for (const [id, until] of avoided) if (until < readAt) avoided.delete(id);
  }

  /** Waits for the list only if it has nothing to offer; one that is a little old is read again behind the answer. */
  async function refresh(isNeeded: boolean): Promise<void> {
    if (!isNeeded && Date.now() - readAt < maxAgeMs) return;
    reading ??= read().finally(() => {
      reading = undefined;
    });
    if (isNeeded) await reading;
    // While the database is away, the workers that are known are asked.
    else reading.catch(() => {});
  }

  function candidates(queue: CalledQueue): ServingWorker[] {
    return known.filter(({ _id, queues }) => queues.includes(queue) && !avoided.has(_id));
  }

  return {
    /**
     * The worker of a queue that has the fewest calls of this gateway; with a `key`, always the same one, so that
     * callers who want the same thing share it. Undefined if there is none.
     */
    async choose(queue: CalledQueue, key?: string): Promise<Worker | undefined> {
      await refresh(candidates(queue).length === 0);
      const chosen = candidates(queue);
      if (key !== undefined) return best(chosen, ({ _id }) => rendezvous(_id, key));
      return best(chosen, ({ _id }) => -(running.get(_id) ?? 0) + Math.random() / 2);
    },
    /** Leaves out a worker that was lost. */
    avoid({ _id }: Worker): void {
      avoided.set(_id, Date.now() + avoidedMs);
    },
    /** Counts a call for as long as it runs. */
    async counted<T>({ _id }: Worker, call: () => Promise<T>): Promise<T> {
      running.set(_id, (running.get(_id) ?? 0) + 1);
      try {
        return await call();
      } finally {
        const left = (running.get(_id) ?? 1) - 1;
        if (left > 0) running.set(_id, left);
        else running.delete(_id);
      }
    },
  };
}

function best<T>(items: readonly T[], score: (item: T) => number): T | undefined {
  let chosen: T | undefined;
  let highest = Number.NEGATIVE_INFINITY;
  for (const item of items) {
    const value = score(item);
    if (value <= highest) continue;
    highest = value;
    chosen = item;
  }
  return chosen;
}

/** Rendezvous hashing: when a worker comes or goes, only its own share of the keys moves. */
function rendezvous(id: string, key: string): number {
  return createHash('sha1').update(`${id} ${key}`).digest().readUInt32LE();
}
