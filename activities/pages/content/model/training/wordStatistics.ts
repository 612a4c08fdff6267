import { labelOf } from '../../labels.ts';
import type { PageBlocks } from '../blocks.ts';
import { textWordsOf } from '../textWeights.ts';

/** For each word and fold, how much of the text that goes with it is content, and how much is not. */
export interface WordStatistics {
  count(page: PageBlocks, targets: readonly number[], fold: number): void;
  /** The weights of the words, without what one fold says about them. */
  weights(withoutFold?: number): { labels: Map<string, number>; texts: Map<string, number> };
}

interface Counts {
  content: Float64Array;
  other: Float64Array;
  pages: number;
}

/** A word on fewer pages says more about these pages than about others. */
const minLabelPages = 4;
const minTextPages = 8;
const minEvidence = 0.2;
const minWeight = 0.15;
/** Draws the weights of rare words towards 0. */
const smoothing = 0.3;
/** How far above a block labels count for it. */
const maxSteps = 12;

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

function weightsOf(all: ReadonlyMap<string, Counts>, minPages: number, withoutFold: number): Map<string, number> {
  const sum = (values: Float64Array) =>
    values.reduce((total, value, fold) => total + (fold === withoutFold ? 0 : value), 0);
  let content = 0;
  let other = 0;
  for (const counts of all.values()) {
    content += sum(counts.content);
    other += sum(counts.other);
  }
  const share = content / (content + other);
  const weights = new Map<string, number>();
  for (const [word, counts] of all) {
    const own = sum(counts.content);
    const rest = sum(counts.other);
    if (counts.pages < minPages || own + rest < minEvidence) continue;
    const odds = (own + smoothing * share) / (rest + smoothing * (1 - share));
    const weight = Math.log(odds) - Math.log(content / other);
    if (Math.abs(weight) > minWeight) weights.set(word, round(weight));
  }
  return weights;
}

export function createWordStatistics(folds: number): WordStatistics {
  const labels = new Map<string, Counts>();
  const texts = new Map<string, Counts>();
  function add(to: Map<string, Counts>, word: string, fold: number, content: number, other: number, seen: Set<string>) {
    const counts = to.get(word) ?? { content: new Float64Array(folds), other: new Float64Array(folds), pages: 0 };
    (counts.content[fold] as number) += content;
    (counts.other[fold] as number) += other;
    if (!seen.has(word)) counts.pages++;
    seen.add(word);
    to.set(word, counts);
  }
  return {
    count({ root, blocks }, targets, fold) {
      const seenLabels = new Set<string>();
      const seenTexts = new Set<string>();
      for (const [at, { container, text, words }] of blocks.entries()) {
        const target = targets[at] ?? -1;
        if (target < 0) continue;
        const weight = Math.sqrt(words / Math.max(1, root.words));
        const content = weight * target;
        const around = new Set<string>();
        for (let of: typeof container | null = container, step = 0; of && step < maxSteps; of = of.parent, step++)
          for (const word of labelOf(of.element).split(' ')) if (word.length > 1 && !/\d/.test(word)) around.add(word);
        for (const word of around) add(labels, word, fold, content, weight - content, seenLabels);
        for (const word of new Set(textWordsOf(text))) add(texts, word, fold, content, weight - content, seenTexts);
      }
    },
    weights: (withoutFold = -1) => ({
      labels: weightsOf(labels, minLabelPages, withoutFold),
      texts: weightsOf(texts, minTextPages, withoutFold),
    }),
  };
}
