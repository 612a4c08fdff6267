import { describe, expect, it } from 'vitest';
import { createFairSlots } from '../../../workers/calls/fairSlots.ts';

const never = new AbortController().signal;

describe('fair slots', () => {
  it('are given to waiting accounts in turn, however many calls each has waiting', async () => {
    const slots = createFairSlots(1);
    const release = await slots.acquire('holder', never);
    const order: string[] = [];
    const calls = ['busy', 'busy', 'busy', 'quiet', 'busy'].map(async (account, at) => {
      const done = await slots.acquire(account, never);
      order.push(`${account} ${at}`);
      done();
    });
    release();
    await Promise.all(calls);
    expect(order).toEqual(['busy 0', 'quiet 3', 'busy 1', 'busy 2', 'busy 4']);
  });

  it('are not lost when a waiting call is given up', async () => {
    const slots = createFairSlots(1);
    const release = await slots.acquire('a', never);
    const leaving = new AbortController();
    const givenUp = slots.acquire('a', leaving.signal);
    leaving.abort(new Error('left'));
    await expect(givenUp).rejects.toThrow('left');
    release();
    const next = await slots.acquire('b', never);
    next();
    await expect(slots.acquire('a', leaving.signal)).rejects.toThrow('left');
  });
});
