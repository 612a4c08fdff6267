import { describe, expect, it } from 'vitest';
import { createChunkQueue } from '../../workflows/chunkQueue.ts';

function drain(queue: ReturnType<typeof createChunkQueue>) {
  const chunks: (number | readonly number[])[] = [];
  while (queue.hasNext()) {
    const { chunk, indexes } = queue.take();
    chunks.push(indexes ?? chunk);
  }
  return chunks;
}

describe('the chunks of a round', () => {
  it('are those of its list for a batch', () => {
    const queue = createChunkQueue({ chunks: 4, chunkSize: 5 }, { nextChunk: 1, parts: [] });
    expect(drain(queue)).toEqual([1, 2, 3]);
    expect(queue.isDiscovered(3)).toBe(false);
    expect(queue.positionsBelow(2)).toBe(10);
  });

  it('are the positions of its frontier for a crawl, as it grows', () => {
    const queue = createChunkQueue(
      { chunks: 0, chunkSize: 50, firstPosition: 0 },
      { nextChunk: 0, parts: [], total: 1 },
    );
    expect(drain(queue)).toEqual([[0]]);
    queue.grow(8);
    queue.grow(3);
    expect(queue.size()).toBe(8);
    expect(drain(queue)).toEqual([
      [1, 2, 3, 4, 5],
      [6, 7],
    ]);
    expect(queue.next()).toBe(8);
    expect(queue.positionsBelow(6)).toBe(6);
  });

  it('are its list and then what is new for a later round of a crawl', () => {
    const work = { chunks: 2, chunkSize: 5, firstPosition: 100 };
    const queue = createChunkQueue(work, { nextChunk: 0, parts: [], total: 100 });
    expect(drain(queue)).toEqual([0, 1]);
    queue.grow(102);
    expect(drain(queue)).toEqual([[100, 101]]);
    expect(queue.isDiscovered(102)).toBe(true);
    const resumed = createChunkQueue(work, { nextChunk: queue.next(), parts: [], total: 103 });
    expect(drain(resumed)).toEqual([[102]]);
  });

  it('grow with the number of pages that wait', () => {
    const queue = createChunkQueue(
      { chunks: 0, chunkSize: 50, firstPosition: 0 },
      { nextChunk: 0, parts: [], total: 5_000 },
    );
    expect(queue.take().indexes).toHaveLength(50);
  });
});
