import type { PageBlocks } from './blocks.ts';
import { probability } from './boostedTrees.ts';
import type { ContentModel } from './contentModel.ts';
import { featureCount, featuresOf } from './features.ts';
import type { PageFacts } from './pageFacts.ts';

/** How probable it is that each block belongs to the content of the page. */
export function classifyBlocks(
  page: PageBlocks,
  facts: PageFacts,
  { words, blocks }: Pick<ContentModel, 'words' | 'blocks'>,
): Float32Array {
  const features = featuresOf(page, facts, words);
  return Float32Array.from(page.blocks, (_, at) => probability(blocks.logOdds(features, at * featureCount)));
}
