import { describe, expect, it } from 'vitest';
import { createPredictor, probability } from '../../../activities/pages/content/model/boostedTrees.ts';
import { alignBlocks } from '../../../activities/pages/content/model/training/align.ts';
import { growTrees } from '../../../activities/pages/content/model/training/growTrees.ts';

describe('boosted trees', () => {
  const rows = Int32Array.from({ length: 400 }, (_, row) => row);
  // Content is where the first feature is large and the second is not; the third says nothing.
  const features = Float32Array.from(rows, () => 0);
  const wide = new Float32Array(rows.length * 3);
  const targets = Float32Array.from(rows, (row) => {
    const first = row % 20;
    const second = Math.floor(row / 20);
    wide.set([first, second, row % 7], row * 3);
    return Number(first > 9 && second < 12);
  });
  const options = {
    trees: 40,
    leaves: 6,
    learningRate: 0.3,
    rowShare: 0.8,
    featureShare: 1,
    minLeafWeight: 1,
    shrinkage: 1,
    seed: 1,
  };
  const data = { features: wide, featureCount: 3, targets, weights: features.map(() => 1), rows };

  it('learn what depends on two features at once', () => {
    const trees = createPredictor(growTrees(data, options));
    const predicted = [...trees.logOdds(wide, rows.length)].map(probability);
    const wrong = rows.filter((row) => (predicted[row] ?? 0) > 0.5 !== (targets[row] === 1));
    expect(wrong.length).toBeLessThanOrEqual(4);
  });

  it('are the same for the same data', () => {
    expect(growTrees(data, options)).toEqual(growTrees(data, options));
  });
});

describe('the alignment of blocks with the true text', () => {
  it('finds the blocks of the text, and not a menu that has the same words', () => {
    const menu = 'Pricing';
    const blocks = [menu, 'About us', 'Pricing that is fair', 'We charge what it costs, and no more.', 'Imprint', ''];
    const aligned = alignBlocks(blocks, 'Pricing that is fair\n\nWe charge what it costs, and no more.');
    expect(aligned).toEqual([0, 0, 1, 1, 0, -1]);
  });

  it('finds a paragraph that stands elsewhere on the page', () => {
    const aligned = alignBlocks(
      ['the last words of the text come first here', 'The text begins in this place, and goes on for a while.'],
      'The text begins in this place, and goes on for a while. The last words of the text come first here.',
    );
    expect(aligned).toEqual([1, 1]);
  });
});
