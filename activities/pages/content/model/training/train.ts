/**
 * Learns from a folder of pages with their true text (`manifest.json`, `html/`, `truth/`) which blocks are content, and
 * of which kind a page is, and writes the files in `data/`. `npm run content:train -- FOLDER [ARTICLES] [--validate]`; it
 * takes some minutes of a processor, and the same pages give the same files. With `--validate` it first says how good
 * such trees are on pages of sites that they have not learned from, which takes five times as long.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { PageBlocks } from '../blocks.ts';
import { type BoostedTrees, createPredictor, probability } from '../boostedTrees.ts';
import { treesFile, wordsFile, wordWeightsOf } from '../contentModel.ts';
import { decide } from '../decide.ts';
import { featureCount, forEachBlock, type WordWeights } from '../features.ts';
import { type PageFacts, pageFeatureNames, pageFeaturesOf } from '../pageFacts.ts';
import { pageKinds } from '../pageKinds.ts';
import { alignBlocks, wordsOf } from './align.ts';
import { type GrowOptions, growTrees } from './growTrees.ts';
import { folds, listArticles, listPages, loadPage, type TrainingPage, truthOf } from './trainingPages.ts';
import { createWordStatistics, type WordStatistics } from './wordStatistics.ts';

const blockOptions: GrowOptions = {
  trees: 160,
  leaves: 28,
  learningRate: 0.12,
  rowShare: 0.5,
  featureShare: 0.3,
  minLeafWeight: 6,
  shrinkage: 12,
  seed: 1,
};
const kindOptions: GrowOptions = {
  trees: 60,
  leaves: 8,
  learningRate: 0.1,
  rowShare: 0.7,
  featureShare: 0.6,
  minLeafWeight: 2,
  shrinkage: 1,
  seed: 2,
};

/** A long block weighs more than a short one, but less than its length says; each page weighs the same. */
const lengthExponent = 0.75;
const minPageWeight = 30;
const pageWeight = 100;

interface Rows {
  features: Float32Array;
  targets: Float32Array;
  weights: Float32Array;
  /** Where the rows of each page begin; one more than there are pages. */
  starts: number[];
  /** The words of the blocks of each page. */
  words: number[][];
}

function join(parts: readonly Float32Array[]): Float32Array {
  const all = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function weightsOf(words: readonly number[], targets: readonly number[]): Float32Array {
  const raw = words.map((count, at) => ((targets[at] ?? -1) < 0 ? 0 : count ** lengthExponent));
  const total = Math.max(
    words.reduce((sum, count) => sum + count ** lengthExponent, 0),
    minPageWeight,
  );
  return Float32Array.from(raw, (weight) => (pageWeight * weight) / total);
}

/** The features of every block of a page, one after the other. */
function featuresOf(
  page: PageBlocks,
  facts: PageFacts,
  pageFeatures: readonly number[],
  words: WordWeights,
): Float32Array {
  const features = new Float32Array(page.blocks.length * featureCount);
  forEachBlock(page, facts, pageFeatures, words, (row, at) => features.set(row, at * featureCount));
  return features;
}

function startsOf(lengths: readonly number[]): number[] {
  const starts = [0];
  for (const length of lengths) starts.push((starts.at(-1) ?? 0) + length);
  return starts;
}

/** The rows with a weight, of the pages that satisfy the condition. */
function rowsWhere(pages: readonly TrainingPage[], rows: Rows, isWanted: (page: TrainingPage) => boolean): Int32Array {
  const wanted: number[] = [];
  for (const [at, page] of pages.entries()) {
    if (!isWanted(page)) continue;
    for (let row = rows.starts[at] ?? 0; row < (rows.starts[at + 1] ?? 0); row++)
      if ((rows.weights[row] ?? 0) > 0) wanted.push(row);
  }
  return Int32Array.from(wanted);
}

function grow(pages: readonly TrainingPage[], rows: Rows, withoutFold = -1): BoostedTrees {
  const used = rowsWhere(pages, rows, ({ fold }) => fold !== withoutFold);
  return growTrees({ ...rows, featureCount, rows: used }, blockOptions);
}

/** The F1 of what is kept of a page, as far as blocks can tell. */
function f1Of(words: readonly number[], targets: Float32Array, probabilities: Float32Array, truthSize: number): number {
  const kept = decide(words, probabilities);
  let taken = 0;
  let right = 0;
  for (const [at, count] of words.entries()) {
    if (!kept[at]) continue;
    taken += count;
    right += count * (targets[at] ?? 0);
  }
  return taken + truthSize > 0 ? (2 * right) / (taken + truthSize) : 1;
}

/** The mean F1 of all pages, each judged by trees that have not seen its fold. */
function crossValidate(pages: readonly TrainingPage[], rows: Rows, truthSizes: readonly number[]): number {
  let sum = 0;
  for (let fold = 0; fold < folds; fold++) {
    const trees = createPredictor(grow(pages, rows, fold));
    for (const [at, page] of pages.entries()) {
      if (page.fold !== fold) continue;
      const start = rows.starts[at] ?? 0;
      const targets = rows.targets.subarray(start, rows.starts[at + 1]);
      const features = rows.features.subarray(start * featureCount, (start + targets.length) * featureCount);
      const predicted = Float32Array.from(trees.logOdds(features, targets.length), probability);
      sum += f1Of(rows.words[at] ?? [], targets, predicted, truthSizes[at] ?? 0);
    }
    console.log(`fold ${fold + 1} of ${folds}`);
  }
  return sum / Math.max(1, pages.length);
}

function rounded(trees: BoostedTrees): BoostedTrees {
  const round = (value: number) => Number(value.toPrecision(4));
  return { ...trees, base: round(trees.base), threshold: trees.threshold.map(round) };
}

function sorted(weights: ReadonlyMap<string, number>): Record<string, number> {
  return Object.fromEntries([...weights].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function growKinds(pages: readonly TrainingPage[], features: Float32Array): Record<string, BoostedTrees> {
  const rows = Int32Array.from(pages.keys());
  const weights = new Float32Array(pages.length).fill(1);
  return Object.fromEntries(
    pageKinds.map((kind) => {
      const targets = pages.map((page) => Number(page.kind === kind));
      const data = { features, featureCount: pageFeatureNames.length, targets, weights, rows };
      return [kind, rounded(growTrees(data, kindOptions))];
    }),
  );
}

function weightsWithout(statistics: WordStatistics, fold?: number): WordWeights {
  const { labels, texts } = statistics.weights(fold);
  return wordWeightsOf(labels, texts);
}

function train(folder: string, articlesFolder: string | undefined, validate: boolean): void {
  // A page without true text was not judged: it says nothing.
  const pages = listPages(folder).filter((each) => /\S/.test(truthOf(folder, each)));
  const articles = (articlesFolder ? listArticles(articlesFolder) : []).map((each) => {
    const { page, facts } = loadPage(articlesFolder ?? folder, each);
    return { ...each, pageFeatures: Float32Array.from(pageFeaturesOf(page, facts)) };
  });
  const statistics = createWordStatistics(folds);
  const loaded = pages.map((each) => ({ each, ...loadPage(folder, each) }));
  const targets = loaded.map(({ each, page }) => {
    const texts = page.blocks.map(({ text }) => text);
    const aligned = alignBlocks(texts, truthOf(folder, each));
    statistics.count(page, aligned, each.fold);
    return aligned;
  });
  console.log(`aligned ${pages.length} pages`);
  const truthSizes = pages.map((each) => wordsOf(truthOf(folder, each)).length);
  const words = Array.from({ length: folds }, (_, fold) => weightsWithout(statistics, fold));
  const parts = loaded.map(({ each, page, facts }, at) => {
    const own = targets[at] ?? [];
    const pageFeatures = pageFeaturesOf(page, facts);
    return {
      features: featuresOf(page, facts, pageFeatures, words[each.fold] ?? weightsWithout(statistics)),
      pageFeatures: Float32Array.from(pageFeatures),
      targets: Float32Array.from(own, (target) => Math.max(0, target)),
      words: page.blocks.map((block) => block.words),
    };
  });
  const rows: Rows = {
    features: join(parts.map(({ features }) => features)),
    targets: join(parts.map((part) => part.targets)),
    weights: join(parts.map((part, at) => weightsOf(part.words, targets[at] ?? []))),
    words: parts.map((part) => part.words),
    starts: startsOf(parts.map((part) => part.targets.length)),
  };
  if (validate)
    console.log(`F1 of pages that the trees have not seen: ${crossValidate(pages, rows, truthSizes).toFixed(3)}`);
  const trees = {
    blocks: rounded(grow(pages, rows)),
    kinds: growKinds(
      [...pages, ...articles],
      join([...parts.map(({ pageFeatures }) => pageFeatures), ...articles.map((each) => each.pageFeatures)]),
    ),
  };
  const { labels, texts } = statistics.weights();
  writeFileSync(wordsFile, `${JSON.stringify({ labels: sorted(labels), texts: sorted(texts) }, undefined, 1)}\n`);
  writeFileSync(treesFile, `${JSON.stringify(trees)}\n`);
}

const { positionals, values } = parseArgs({ allowPositionals: true, options: { validate: { type: 'boolean' } } });
const [folder, articlesFolder] = positionals;
if (folder) train(folder, articlesFolder, values.validate ?? false);
else console.log('Name the folder of the pages: npm run content:train -- FOLDER [ARTICLES] [--validate]');
