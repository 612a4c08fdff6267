import { randomUUID } from 'node:crypto';
import { type Leases, leaseMs } from '../../storage/leases.ts';

/** A page of some chunk that waits for a permit. */
interface Waiter {
  /** Resolves with undefined for a permit, or with the milliseconds to stay away. */
  resolve(waitMs: number | undefined): void;
  reject(error: unknown): void;
  /** When its chunk last got a permit. */
  lastProgressAt(): number;
}

/** A chunk that gets no permit for this long postpones the rest of its pages. */
export const maxWaitMs = 2_000;
const pollIntervalMs = 100;
/** A permit out of an older lease has the lease renewed: the site may have asked another worker for a pause since. */
const maxAgeMs = 250;

/** What is left of a peak of demand at the next renewal. If demand goes up and down, the lease need not follow. */
const demandDecay = 0.5;

export interface LeasedSemaphore {
  /** Waits for a permit to start one page; returns how long to stay away if the resource is too busy. */
  acquire(lastProgressAt: () => number): Promise<number | undefined>;
  release(): void;
  /** Grants no permit until the pause has been written and the lease has been renewed after that. */
  pause(write: () => Promise<void>): Promise<void>;
}

/**
 * This worker's part of a resource that all workers share. It grants permits page by page, in order of arrival, out of a
 * lease in the database. The database is asked when more permits are wanted and for renewals, not for each page: a page
 * that ends makes room for the next at once.
 */
export function createLeasedSemaphore(
  leases: Leases,
  resource: string,
  max: number,
  onIdle: () => void,
): LeasedSemaphore {
  const id = randomUUID();
  const waiters: Waiter[] = [];
  let running = 0;
  /** Permits that may be out at the same time; never more than the lease holds. */
  let limit = 0;
  /** The highest demand of late, so that a short lull gives nothing away. */
  let peakDemand = 0;
  /** Pauses that are being written, and how many were begun. A lease that was asked for before may not know of them. */
  let pausesUnderWay = 0;
  let pausesBegun = 0;
  let renewedAt = 0;
  let isRenewing = false;
  let renewalWanted = false;
  let wake = () => {};

  const demand = () => running + waiters.length;
  /** After a stall of this worker another one may have what was leased. */
  const hasLeaseEnded = () => Date.now() - renewedAt > leaseMs;

  function grant() {
    if (waiters.length > 0 && hasLeaseEnded()) return wantRenewal();
    while (running < limit) {
      const next = waiters.shift();
      if (!next) return;
      running += 1;
      next.resolve(undefined);
      if (Date.now() - renewedAt > maxAgeMs) wantRenewal();
    }
  }

  function wantRenewal() {
    renewalWanted = true;
    wake();
  }

  /** Sends away the waiters whose chunk has made no progress, or all of them if the resource is paused for long. */
  function postpone(pauseMs: number) {
    const now = Date.now();
    const hasWaitedTooLong = (each: Waiter) => pauseMs > maxWaitMs || now - each.lastProgressAt() > maxWaitMs;
    for (const each of waiters.filter(hasWaitedTooLong)) {
      waiters.splice(waiters.indexOf(each), 1);
      each.resolve(Math.max(pauseMs, maxWaitMs));
    }
  }

  /** Until the next renewal. While others may give something back, this worker looks for it more often. */
  function sleepMs() {
    if (waiters.length === 0) return leaseMs / 3;
    return limit < max ? pollIntervalMs : maxAgeMs;
  }

  async function renew() {
    renewalWanted = false;
    peakDemand = Math.max(peakDemand, demand());
    limit = hasLeaseEnded() ? 0 : Math.min(limit, Math.max(running, peakDemand));
    const request = { id, want: Math.min(max, peakDemand), keep: Math.max(running, limit), max };
    peakDemand = Math.floor(peakDemand * demandDecay);
    const pausesBefore = pausesUnderWay > 0 ? undefined : pausesBegun;
    try {
      const { count, cap, waitMs } = await leases.acquire(resource, request);
      renewedAt = Date.now();
      limit = waitMs > 0 || pausesBegun !== pausesBefore ? 0 : Math.min(count, cap);
      grant();
      postpone(waitMs);
    } catch (error) {
      for (const each of waiters.splice(0)) each.reject(error);
    }
  }

  /** Runs for as long as there is any demand. */
  async function renewWhileNeeded() {
    isRenewing = true;
    while (demand() > 0) {
      while (demand() > 0) {
        await renew();
        if (demand() > 0 && !renewalWanted) await sleep(sleepMs());
      }
      limit = 0;
      // A lease that is not released ends by itself.
      await leases.release(resource, id).catch(() => {});
    }
    isRenewing = false;
    onIdle();
  }

  const sleep = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  return {
    acquire: (lastProgressAt) =>
      new Promise((resolve, reject) => {
        waiters.push({ resolve, reject, lastProgressAt });
        peakDemand = Math.max(peakDemand, demand());
        grant();
        if (waiters.length > 0 && limit < max) wantRenewal();
        if (!isRenewing) void renewWhileNeeded();
      }),
    release() {
      running -= 1;
      grant();
      if (demand() === 0) wake();
    },
    async pause(write) {
      limit = 0;
      pausesBegun += 1;
      pausesUnderWay += 1;
      try {
        await write();
      } finally {
        pausesUnderWay -= 1;
      }
    },
  };
}
