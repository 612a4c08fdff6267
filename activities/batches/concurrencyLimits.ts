import type { Leases } from '../../storage/leases.ts';
import { createLeasedSemaphore, type LeasedSemaphore } from './leasedSemaphore.ts';

export type ConcurrencyLimits = ReturnType<typeof createConcurrencyLimits>;

/** The result of a visit, or how much later to try again because the resource stayed too busy. */
export type Visit<T> = { result: T } | { waitMs: number };

/** Runs a visit as soon as the resource has room for it. */
export type RunVisit = <T>(visit: () => Promise<T>) => Promise<Visit<T>>;

/** Limits over all workers: so many visits at a time to each resource, be it a host or the pages of an account. */
export function createConcurrencyLimits(leases: Leases) {
  const semaphores = new Map<string, LeasedSemaphore>();

  function semaphoreOf(resource: string, max: number): LeasedSemaphore {
    const known = semaphores.get(resource);
    if (known) return known;
    const semaphore = createLeasedSemaphore(leases, resource, max, () => semaphores.delete(resource));
    semaphores.set(resource, semaphore);
    return semaphore;
  }

  return {
    /** One chunk's access to a resource. */
    limitTo(resource: string, max: number): RunVisit {
      let lastStartedAt = 0;
      return async (visit) => {
        const semaphore = semaphoreOf(resource, max);
        const arrivedAt = Date.now();
        const waitMs = await semaphore.acquire(() => Math.max(arrivedAt, lastStartedAt));
        if (waitMs !== undefined) return { waitMs };
        lastStartedAt = Date.now();
        try {
          return { result: await visit() };
        } finally {
          semaphore.release();
        }
      };
    },
    /** No worker starts a visit to the resource for this long. */
    async pause(resource: string, pauseMs: number) {
      const write = () => leases.pause(resource, pauseMs);
      await (semaphores.get(resource)?.pause(write) ?? write());
    },
  };
}
