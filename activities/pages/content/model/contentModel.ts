import { readFileSync } from 'node:fs';
import { type BoostedTrees, createPredictor, type TreePredictor } from './boostedTrees.ts';
import type { WordWeights } from './features.ts';
import { LabelReader } from './labelFacts.ts';
import type { PageKind } from './pageKinds.ts';

/** What `train.ts` has learned: the weights of words, and trees for blocks and for kinds of pages. */
export interface ContentModel {
  words: WordWeights;
  /** Judges a block. */
  blocks: TreePredictor;
  kinds: ReadonlyMap<PageKind, TreePredictor>;
}

export interface StoredWords {
  labels: Record<string, number>;
  texts: Record<string, number>;
}

export interface StoredTrees {
  blocks: BoostedTrees;
  kinds: Record<PageKind, BoostedTrees>;
}

export const wordsFile = new URL('./data/words.json', import.meta.url);
export const treesFile = new URL('./data/trees.json', import.meta.url);

export function wordWeightsOf(labels: ReadonlyMap<string, number>, texts: ReadonlyMap<string, number>): WordWeights {
  return { labels: new LabelReader(labels), texts };
}

export function createContentModel(words: StoredWords, trees: StoredTrees): ContentModel {
  return {
    words: wordWeightsOf(new Map(Object.entries(words.labels)), new Map(Object.entries(words.texts))),
    blocks: createPredictor(trees.blocks),
    kinds: new Map(Object.entries(trees.kinds).map(([kind, stored]) => [kind as PageKind, createPredictor(stored)])),
  };
}

let loaded: ContentModel | undefined;

/** Read once per thread, when the first page needs it. */
export function contentModel(): ContentModel {
  loaded ??= createContentModel(
    JSON.parse(readFileSync(wordsFile, 'utf8')) as StoredWords,
    JSON.parse(readFileSync(treesFile, 'utf8')) as StoredTrees,
  );
  return loaded;
}
