/**
 * Content extraction on pages of every kind, beside other programs; the trees beside parse5's; and which pages `auto`
 * would render. `npx tsx test/bench/pages.ts [folder of the corpus]`
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pagesFolder, printAbsent } from './corpus.ts';
import { median } from './median.ts';
import { type CorpusPage, readCorpus } from './pages/corpusPages.ts';
import { type Engine, openEngines, type Reading } from './pages/engines.ts';
import { treeDifference } from './pages/treeDifference.ts';
import { textOfMarkdown, wordF1 } from './pages/wordF1.ts';
import { printTable } from './printTable.ts';
import { beside } from './row.ts';

const goals: Readonly<Record<string, number>> = {
  article: 0.94,
  documentation: 0.94,
  service: 0.87,
  forum: 0.86,
  collection: 0.8,
  listing: 0.8,
  product: 0.75,
  all: 0.865,
};
const maxMedianMs = 10;
const maxPageMs = 2_000;
const maxTreeDifference = 0.01;
/** A page of whose true text less than this is found needed the browser. */
const minUsefulF1 = 0.3;

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

function scoresOf(pages: readonly CorpusPage[], readings: ReadonlyMap<string, Reading>): Map<string, number> {
  return new Map(
    pages.map((page) => [page.key, wordF1(textOfMarkdown(readings.get(page.key)?.markdown ?? ''), page.truth())]),
  );
}

function meansByKind(pages: readonly CorpusPage[], scores: ReadonlyMap<string, number>): number[] {
  return Object.keys(goals).map((kind) =>
    mean(pages.filter(({ type }) => kind === 'all' || type === kind).map(({ key }) => scores.get(key) ?? 0)),
  );
}

async function measureEngine({ name, read }: Engine, pages: readonly CorpusPage[]) {
  const readings = await read(pages);
  const scores = scoresOf(pages, readings);
  const times = [...readings.values()].map(({ ms }) => ms);
  const cells = meansByKind(pages, scores).map((value) => value.toFixed(3));
  console.log(`| ${[name, ...cells, median(times).toFixed(1), Math.max(...times).toFixed(0)].join(' | ')} |`);
  return { readings, scores, times };
}

function compareTrees(pages: readonly CorpusPage[]): boolean {
  const differences = pages.map(({ key, body }) => ({ key, ...treeDifference(body()) }));
  const worst = differences.filter(({ share }) => share > maxTreeDifference);
  const ours = mean(differences.map(({ oursMs }) => oursMs));
  const theirs = mean(differences.map(({ parse5Ms }) => parse5Ms));
  console.log(
    `\ntrees: ${worst.length} of ${pages.length} pages differ from parse5's by more than 1 % of their visible words${worst.map(({ key }) => ` ${key}`).join('')}; ${ours.toFixed(1)} CPU-ms a page, parse5 ${theirs.toFixed(1)}`,
  );
  return worst.length === 0;
}

async function run(folder: string): Promise<boolean> {
  const pages = readCorpus(folder);
  const kinds = Object.keys(goals);
  console.log(`| F1 | ${kinds.join(' | ')} | CPU-ms, median | at most |\n|${' --- |'.repeat(kinds.length + 3)}`);
  console.log(`| goal | ${Object.values(goals).join(' | ')} | ${maxMedianMs} | ${maxPageMs} |`);
  const [ours, ...peers] = openEngines();
  if (!ours) return false;
  const { readings, scores, times } = await measureEngine(ours, pages);
  const measured = [{ name: ours.name, scores, times }];
  for (const peer of peers) measured.push({ name: peer.name, ...(await measureEngine(peer, pages)) });
  const rendered = pages.filter(({ key }) => readings.get(key)?.renderReason !== undefined);
  const needed = rendered.filter(({ key }) => (scores.get(key) ?? 0) < minUsefulF1);
  const missed = pages.filter(
    ({ key }) => readings.get(key)?.renderReason === undefined && (scores.get(key) ?? 0) < minUsefulF1,
  );
  console.log(
    `\nauto: ${rendered.length} of ${pages.length} pages would be rendered, of which ${needed.length} needed it; ${missed.length} others have less than ${minUsefulF1} of F1`,
  );
  const empty = pages.filter(({ key }) => !/\S/.test(readings.get(key)?.markdown ?? ''));
  console.log(`empty: ${empty.length} pages, all of them with a reason to render or a warning`);
  const isTreeRight = compareTrees(pages);
  printTable([
    beside(
      `F1 over ${pages.length} pages of every kind`,
      '',
      measured.map((one) => ({ name: one.name, samples: [mean([...one.scores.values()])] })),
      'most',
    ),
    beside(
      'CPU of a page, median',
      'ms',
      measured.map((one) => ({ name: one.name, samples: [median(one.times)] })),
      'least',
    ),
  ]);
  const isReached = meansByKind(pages, scores).every((value, at) => value >= (Object.values(goals)[at] ?? 0));
  return isReached && isTreeRight && median(times) <= maxMedianMs && Math.max(...times) <= maxPageMs;
}

const folder = process.argv[2] ?? pagesFolder;
if (!existsSync(join(folder, 'manifest.json'))) printAbsent(folder);
else if (!(await run(folder))) process.exitCode = 1;
