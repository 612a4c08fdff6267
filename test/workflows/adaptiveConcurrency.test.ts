import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createLanes } from '../../workflows/adaptiveConcurrency.ts';

/** Chunks that end when they are told to. */
function chunksIn(lanes: ReturnType<typeof createLanes>) {
  const running = new Map<number, () => void>();
  return {
    running: () => [...running.keys()],
    start: (chunk: number) => void lanes.take(chunk, () => new Promise<void>((end) => running.set(chunk, end))),
    async end(chunk: number) {
      running.get(chunk)?.();
      running.delete(chunk);
      await turn();
    },
  };
}

it('one that ends lets one in, not all that wait', async () => {
  const chunks = chunksIn(createLanes(2));
  for (const chunk of [0, 1, 2, 3, 4]) chunks.start(chunk);
  await turn();
  expect(chunks.running()).toEqual([0, 1]);
  await chunks.end(0);
  expect(chunks.running()).toEqual([1, 2]);
});

it('the earliest that waits goes first, whenever it came', async () => {
  const chunks = chunksIn(createLanes(1));
  for (const chunk of [5, 7, 6, 0]) chunks.start(chunk);
  await turn();
  await chunks.end(5);
  expect(chunks.running()).toEqual([0]);
  await chunks.end(0);
  expect(chunks.running()).toEqual([6]);
});

it('one more goes when all is well, and half as many when one was turned away', async () => {
  const lanes = createLanes(100);
  const chunks = chunksIn(lanes);
  for (let chunk = 0; chunk < 20; chunk += 1) chunks.start(chunk);
  await turn();
  expect(chunks.running()).toHaveLength(8);
  lanes.widen();
  await turn();
  expect(chunks.running()).toHaveLength(9);
  lanes.narrow();
  for (const chunk of [0, 1, 2, 3, 4, 5]) await chunks.end(chunk);
  expect(chunks.running()).toHaveLength(4);
});

it('a step that fails leaves its lane', async () => {
  const lanes = createLanes(1);
  await expect(lanes.take(0, async () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  expect(await lanes.take(1, async () => 'next')).toBe('next');
});
