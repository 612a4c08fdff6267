import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLeasedSemaphore } from '../../../activities/batches/leasedSemaphore.ts';
import { type Leases, leaseMs } from '../../../storage/leases.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A database that grants everything, and whose answers the test can hold back. */
function grantingLeases() {
  let requests = 0;
  let answersAreHeld = false;
  const held: (() => void)[] = [];
  const leases = {
    async acquire(_: string, { want }: { want: number }) {
      requests += 1;
      if (answersAreHeld) await new Promise<void>((resolve) => held.push(resolve));
      return { count: want, cap: want, waitMs: 0 };
    },
    async release() {},
  } as unknown as Leases;
  return {
    leases,
    requests: () => requests,
    holdAnswers() {
      answersAreHeld = true;
    },
    answer() {
      answersAreHeld = false;
      for (const resolve of held.splice(0)) resolve();
    },
  };
}

describe('a semaphore out of a lease', () => {
  it('grants a permit that is released to the next in line without asking the database', async () => {
    const database = grantingLeases();
    const semaphore = createLeasedSemaphore(database.leases, 'host', 1, () => {});
    const arrival = () => Date.now();
    await semaphore.acquire(arrival);
    const next = semaphore.acquire(arrival);
    const before = database.requests();
    semaphore.release();
    expect(await next).toBeUndefined();
    expect(database.requests()).toBe(before);
  });

  it('grants nothing out of a lease that has ended while the worker stood still', async () => {
    const database = grantingLeases();
    const semaphore = createLeasedSemaphore(database.leases, 'host', 1, () => {});
    const arrival = () => Date.now();
    await semaphore.acquire(arrival);
    let isGranted = false;
    const next = semaphore.acquire(arrival).then(() => {
      isGranted = true;
    });
    await vi.advanceTimersByTimeAsync(0);
    database.holdAnswers();
    // The clock goes on, and no timer has run yet.
    vi.setSystemTime(Date.now() + leaseMs + 1);
    semaphore.release();
    await vi.advanceTimersByTimeAsync(0);
    expect(isGranted).toBe(false);
    database.answer();
    await next;
    expect(isGranted).toBe(true);
  });
});
