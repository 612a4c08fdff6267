/** `npm run bench -- NAME…`: figures as ratios within one run, since machines are shared and noisy. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { batch } from './batch.ts';
import { browser } from './browser.ts';
import { edge } from './edge.ts';
import { images } from './images.ts';
import type { Row } from './row.ts';
import { scale } from './scale.ts';
import { soak } from './soak.ts';

const benches: Record<string, () => Promise<boolean>> = {
  batch: async () => table(await batch()),
  browser: async () => table(await browser()),
  images: async () => table(await images()),
  edge: async () => table(await edge()),
  scale: async () => table(await scale()),
  soak: async () => table(await soak()),
  // These measure on corpora beside the project, say so where there are none, and can be run by themselves.
  articles: async () => script('./articles.ts'),
  recipes: async () => script('./recipes.ts'),
  branding: async () => {
    const right = script('./branding.ts');
    return script('./branding.ts', ['--cost']) && right;
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

function table(rows: readonly Row[]): boolean {
  console.log('| what | measured | target | |\n| --- | --- | --- | --- |');
  for (const { what, measured, target, reached } of rows) {
    console.log(`| ${what} | ${measured} | ${target} | ${reached ? '✓' : '✗'} |`);
  }
  return rows.every(({ reached }) => reached);
}

function script(file: string, args: readonly string[] = []): boolean {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const flags = ['--expose-gc', '--import', 'tsx'];
  return spawnSync(process.execPath, [...flags, path, ...args], { stdio: 'inherit' }).status === 0;
}
