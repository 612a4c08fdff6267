import { setImmediate as nextTick } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createAdaptiveConcurrency } from '../../workflows/adaptiveConcurrency.ts';

/** Chunks that end when the test says so. */
function chunksIn(concurrency: ReturnType<typeof createAdaptiveConcurrency>) {
  const running = new Map<number, () => void>();
  return {
    running: () => [...running.keys()],
    start: (chunk: number) => void concurrency.run(chunk, () => new Promise<void>((end) => running.set(chunk, end))),
    async end(chunk: number) {
      running.get(chunk)?.();
      running.delete(chunk);
      await nextTick();
    },
  };
}

describe('the adaptive concurrency of a batch', () => {
  it('starts one waiting chunk when a chunk ends, not all of them', async () => {
    const chunks = chunksIn(createAdaptiveConcurrency(2));
    for (const chunk of [0, 1, 2, 3, 4]) chunks.start(chunk);
    await nextTick();
    expect(chunks.running()).toEqual([0, 1]);
    await chunks.end(0);
    expect(chunks.running()).toEqual([1, 2]);
  });

  it('starts the chunk with the lowest number first, whenever it arrived', async () => {
    const chunks = chunksIn(createAdaptiveConcurrency(1));
    for (const chunk of [5, 7, 6, 0]) chunks.start(chunk);
    await nextTick();
    await chunks.end(5);
    expect(chunks.running()).toEqual([0]);
    await chunks.end(0);
    expect(chunks.running()).toEqual([6]);
  });

  it('allows one more chunk after an increase, and half as many after a decrease', async () => {
    const concurrency = createAdaptiveConcurrency(100);
    const chunks = chunksIn(concurrency);
    for (let chunk = 0; chunk < 20; chunk += 1) chunks.start(chunk);
    await nextTick();
    expect(chunks.running()).toHaveLength(8);
    concurrency.increase();
    await nextTick();
    expect(chunks.running()).toHaveLength(9);
    concurrency.decrease();
    for (const chunk of [0, 1, 2, 3, 4, 5]) await chunks.end(chunk);
    expect(chunks.running()).toHaveLength(4);
  });

  it('starts the next chunk when one fails', async () => {
    const concurrency = createAdaptiveConcurrency(1);
    await expect(concurrency.run(0, async () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    expect(await concurrency.run(1, async () => 'next')).toBe('next');
  });
});
