import { probability, type TreePredictor } from './boostedTrees.ts';

export const pageKinds = ['article', 'service', 'product', 'collection', 'forum', 'listing', 'documentation'] as const;
export type PageKind = (typeof pageKinds)[number];

export interface KindGuess {
  kind: PageKind;
  /** How sure it is, from 0 to 1. */
  confidence: number;
  /** How probable it is that the page is an article, also if another kind is more probable. */
  article: number;
}

/** The most probable kind of a page, by the features of the page as a whole. */
export function guessKind(pageFeatures: readonly number[], kinds: ReadonlyMap<PageKind, TreePredictor>): KindGuess {
  const features = Float32Array.from(pageFeatures);
  let best: Pick<KindGuess, 'kind' | 'confidence'> = { kind: 'article', confidence: 0 };
  let article = 0;
  let total = 0;
  for (const [kind, trees] of kinds) {
    const [odds = 0] = trees.logOdds(features, 1);
    const confidence = probability(odds);
    total += confidence;
    if (kind === 'article') article = confidence;
    if (confidence > best.confidence) best = { kind, confidence };
  }
  const share = (value: number) => (total > 0 ? value / total : 0);
  return { kind: best.kind, confidence: share(best.confidence), article: share(article) };
}
