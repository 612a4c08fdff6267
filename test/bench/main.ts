/**
 * `npm run bench -- NAME…` measures and keeps the figures, `all` measures everything, and both write BENCHMARKS.md;
 * `report` only writes it. Most figures are ratios within one run, because machines are shared and noisy.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ensureCompiled } from '../../deploy/build/cache.mjs';
import { ensureBundled } from '../../deploy/local/bundles/ensureBundled.mjs';
import { projectRoot } from '../../deploy/local/project.ts';
import { batch } from './batch.ts';
import { besticon } from './besticon.ts';
import { browser } from './browser.ts';
import { crawl } from './crawl.ts';
import { documents } from './documents.ts';
import { edge } from './edge.ts';
import { hostile } from './hostile.ts';
import { icons } from './icons.ts';
import { imageMemory } from './imageMemory.ts';
import { images } from './images.ts';
import { printTable } from './printTable.ts';
import { type BenchName, benchNames } from './report/benchNames.ts';
import { writeReport } from './report/write.ts';
import { measuredExitCodes, runBench } from './runBench.ts';
import { scale } from './scale/scale.ts';
import { scrape } from './scrape.ts';
import { soak } from './soak.ts';
import { start } from './start.ts';

const benches: Record<BenchName, () => Promise<boolean>> = {
  batch: async () => printTable(await batch()),
  crawl: async () => printTable(await crawl()),
  browser: async () => printTable(await browser()),
  images: async () => printTable(await images()),
  besticon,
  imageMemory: async () => printTable(await imageMemory()),
  icons: async () => printTable(await icons()),
  edge: async () => printTable(await edge()),
  hostile: async () => printTable(await hostile()),
  scrape: async () => printTable(await scrape()),
  start: async () => printTable(await start()),
  scale: async () => printTable(await scale()),
  soak: async () => printTable(await soak()),
  // These scripts need corpora from a folder next to the project and say so when it is missing. Each can also be run alone.
  articles: async () => runScript('./articles.ts'),
  pages: async () => runScript('./pages.ts'),
  recipes: async () => runScript('./recipes.ts'),
  products: async () => runScript('./products.ts'),
  pageMetadata: async () => runScript('./pageMetadata.ts'),
  documents: async () => printTable(await documents()),
  branding: async () => {
    const hasQuality = runScript('./branding.ts');
    return runScript('./branding.ts', ['--cost']) && hasQuality;
  },
};

export async function main([first = 'all', ...rest]: readonly string[]): Promise<number> {
  if (first === '--measure') return measure(rest[0] ?? '');
  if (first === 'report') {
    writeReport();
    return 0;
  }
  const names = first === 'all' ? benchNames : [first, ...rest];
  const unknown = names.find((name) => !isBenchName(name));
  if (unknown !== undefined) {
    console.error(`There is no bench ${unknown}; there are ${benchNames.join(', ')}.`);
    return 1;
  }
  // Or a stack makes them while it is measured.
  await ensureBundled(projectRoot, await ensureCompiled(projectRoot));
  let isReached = true;
  for (const name of names) {
    console.log(`\n## ${name}\n`);
    isReached = (await runBench(name)) && isReached;
  }
  writeReport();
  return isReached ? 0 : 1;
}

async function measure(name: string): Promise<number> {
  if (!isBenchName(name)) throw new Error(`There is no bench ${name}`);
  return (await benches[name]()) ? measuredExitCodes.reached : measuredExitCodes.missed;
}

function isBenchName(name: string): name is BenchName {
  return benchNames.some((known) => known === name);
}

function runScript(file: string, args: readonly string[] = []): boolean {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const flags = ['--expose-gc', '--import', 'tsx'];
  return spawnSync(process.execPath, [...flags, path, ...args], { stdio: 'inherit' }).status === 0;
}
