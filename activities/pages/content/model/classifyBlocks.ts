import type { PageBlocks } from './blocks.ts';
import { probability } from './boostedTrees.ts';
import type { ContentModel } from './contentModel.ts';
import { featureCount, forEachBlock } from './features.ts';
import type { PageFacts } from './pageFacts.ts';

/** So many rows of features fit into the first-level cache of a processor. */
const rowsPerBatch = 32;

/** How probable it is that each block belongs to the content of the page. */
export function classifyBlocks(
  page: PageBlocks,
  facts: PageFacts,
  pageFeatures: readonly number[],
  { words, blocks }: Pick<ContentModel, 'words' | 'blocks'>,
): Float32Array {
  const probabilities = new Float32Array(page.blocks.length);
  const rows = new Float32Array(rowsPerBatch * featureCount);
  function classify(from: number, to: number): void {
    const odds = blocks.logOdds(rows.subarray(0, (to - from) * featureCount), to - from);
    for (const [row, each] of odds.entries()) probabilities[from + row] = probability(each);
  }
  let from = 0;
  forEachBlock(page, facts, pageFeatures, words, (row, at) => {
    rows.set(row, (at - from) * featureCount);
    if (at + 1 - from < rowsPerBatch) return;
    classify(from, at + 1);
    from = at + 1;
  });
  if (from < page.blocks.length) classify(from, page.blocks.length);
  return probabilities;
}
