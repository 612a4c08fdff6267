import type { PageBlocks } from './blocks.ts';
import { probability } from './boostedTrees.ts';
import type { ContentModel } from './contentModel.ts';
import { forEachBlock } from './features.ts';
import type { PageFacts } from './pageFacts.ts';

/** How probable it is that each block belongs to the content of the page. */
export function classifyBlocks(
  page: PageBlocks,
  facts: PageFacts,
  pageFeatures: readonly number[],
  { words, blocks }: Pick<ContentModel, 'words' | 'blocks'>,
): Float32Array {
  const probabilities = new Float32Array(page.blocks.length);
  forEachBlock(page, facts, pageFeatures, words, (row, at) => {
    probabilities[at] = probability(blocks.logOdds(row));
  });
  return probabilities;
}
