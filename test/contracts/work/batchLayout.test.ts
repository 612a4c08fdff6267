import { describe, expect, it } from 'vitest';
import { layOutBatch } from '../../../contracts/work/batchLayout.ts';

describe('the layout of a batch', () => {
  it.each([
    [1, 5],
    [100, 5],
    [101, 6],
    [1_000, 50],
    [2_500, 50],
    [5_000, 100],
    [10_000, 200],
    [100_000, 200],
  ])('cuts %i pages into chunks of %i', (total, chunkSize) => {
    expect(layOutBatch(total, 50)).toMatchObject({ chunkSize });
  });

  it('never reads more pages at a time than allowed, and nearly as many', () => {
    for (let concurrency = 1; concurrency <= 500; concurrency += 1) {
      const { lanes, pagesAtOnce } = layOutBatch(1_000, concurrency);
      expect(pagesAtOnce).toBeLessThanOrEqual(8);
      expect(lanes * pagesAtOnce).toBeLessThanOrEqual(concurrency);
      expect(lanes * pagesAtOnce).toBeGreaterThan(concurrency * 0.85);
    }
  });
});
