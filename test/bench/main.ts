/** `npm run bench -- NAME…`. Most figures are ratios within one run, because machines are shared and noisy. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { batch } from './batch.ts';
import { browser } from './browser.ts';
import { edge } from './edge.ts';
import { hostile } from './hostile.ts';
import { images } from './images.ts';
import { printTable } from './printTable.ts';
import { scale } from './scale.ts';
import { soak } from './soak.ts';

const benches: Record<string, () => Promise<boolean>> = {
  batch: async () => printTable(await batch()),
  browser: async () => printTable(await browser()),
  images: async () => printTable(await images()),
  edge: async () => printTable(await edge()),
  hostile: async () => printTable(await hostile()),
  scale: async () => printTable(await scale()),
  soak: async () => printTable(await soak()),
  // These scripts need corpora from a folder next to the project and say so when it is missing. Each can also be run alone.
  articles: async () => runScript('./articles.ts'),
  pages: async () => runScript('./pages.ts'),
  recipes: async () => runScript('./recipes.ts'),
  products: async () => runScript('./products.ts'),
  pageMetadata: async () => runScript('./pageMetadata.ts'),
  branding: async () => {
    const hasQuality = runScript('./branding.ts');
    return runScript('./branding.ts', ['--cost']) && hasQuality;
  },
};

export async function main(args: readonly string[]): Promise<number> {
  const names = args.length > 0 ? args : Object.keys(benches);
  let reached = true;
  for (const name of names) {
    const bench = benches[name];
    if (!bench) {
      console.error(`There is no bench ${name}; there are ${Object.keys(benches).join(', ')}.`);
      return 1;
    }
    console.log(`\n## ${name}\n`);
    reached = (await bench()) && reached;
  }
  return reached ? 0 : 1;
}

function runScript(file: string, args: readonly string[] = []): boolean {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const flags = ['--expose-gc', '--import', 'tsx'];
  return spawnSync(process.execPath, [...flags, path, ...args], { stdio: 'inherit' }).status === 0;
}
