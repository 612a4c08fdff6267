import { describe, expect, it } from 'vitest';
import { decide } from '../../../activities/pages/content/model/decide.ts';

describe('the choice of blocks by their probabilities', () => {
  it('keeps what is probable, and leaves out much that is improbable', () => {
    const words = [100, ...Array.from({ length: 50 }, () => 10)];
    const probabilities = Float32Array.from(words, (_, at) => (at === 0 ? 0.9 : 0.2));
    expect(decide(words, probabilities)).toEqual(words.map((_, at) => at === 0));
  });

  it('keeps the likelier half of a page that is uncertain all over', () => {
    const probabilities = Float32Array.from([0.45, 0.45, 0.05, 0.05]);
    expect(decide([20, 20, 20, 20], probabilities)).toEqual([true, true, false, false]);
  });

  it('keeps no block without words', () => {
    expect(decide([0, 10], Float32Array.from([0.99, 0.9]))).toEqual([false, true]);
  });
});
