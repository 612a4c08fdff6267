import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createAdaptiveConcurrency } from '../../workflows/adaptiveConcurrency.ts';

/** Chunks that end when the test says so. */
function chunksIn(lanes: ReturnType<typeof createAdaptiveConcurrency>) {
  const running = new Map<number, () => void>();
  return {
    running: () => [...running.keys()],
    start: (chunk: number) => void lanes.run(chunk, () => new Promise<void>((end) => running.set(chunk, end))),
    async end(chunk: number) {
      running.get(chunk)?.();
      running.delete(chunk);
      await turn();
    },
  };
}

it('a chunk that ends lets one waiting chunk start, not all of them', async () => {
  const chunks = chunksIn(createAdaptiveConcurrency(2));
  for (const chunk of [0, 1, 2, 3, 4]) chunks.start(chunk);
  await turn();
  expect(chunks.running()).toEqual([0, 1]);
  await chunks.end(0);
  expect(chunks.running()).toEqual([1, 2]);
});

it('the earliest waiting chunk starts first, whenever it arrived', async () => {
  const chunks = chunksIn(createAdaptiveConcurrency(1));
  for (const chunk of [5, 7, 6, 0]) chunks.start(chunk);
  await turn();
  await chunks.end(5);
  expect(chunks.running()).toEqual([0]);
  await chunks.end(0);
  expect(chunks.running()).toEqual([6]);
});

it('one more chunk runs after a success, and half as many after one was turned away', async () => {
  const lanes = createAdaptiveConcurrency(100);
  const chunks = chunksIn(lanes);
  for (let chunk = 0; chunk < 20; chunk += 1) chunks.start(chunk);
  await turn();
  expect(chunks.running()).toHaveLength(8);
  lanes.increase();
  await turn();
  expect(chunks.running()).toHaveLength(9);
  lanes.decrease();
  for (const chunk of [0, 1, 2, 3, 4, 5]) await chunks.end(chunk);
  expect(chunks.running()).toHaveLength(4);
});

it('a chunk that fails makes room for the next', async () => {
  const lanes = createAdaptiveConcurrency(1);
  await expect(lanes.run(0, async () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  expect(await lanes.run(1, async () => 'next')).toBe('next');
});
