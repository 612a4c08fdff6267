/** `npm run bench -- NAME…`: figures as ratios within one run, since machines are shared and noisy. */
import { batch } from './batch.ts';
import { images } from './images.ts';

const benches: Record<string, () => Promise<readonly Row[]>> = { batch, images };

/** One figure: what was measured, and what it should be. */
export interface Row {
  what: string;
  measured: string;
  target: string;
  reached: boolean;
}

export async function main(args: readonly string[]): Promise<number> {
  const names = args.length > 0 ? args : Object.keys(benches);
  let all = true;
  for (const name of names) {
    const bench = benches[name];
    if (!bench) {
      console.error(`There is no bench ${name}; there are ${Object.keys(benches).join(', ')}.`);
      return 1;
    }
    console.log(`\n## ${name}\n\n| what | measured | target | |\n| --- | --- | --- | --- |`);
    for (const { what, measured, target, reached } of await bench()) {
      console.log(`| ${what} | ${measured} | ${target} | ${reached ? '✓' : '✗'} |`);
      all &&= reached;
    }
  }
  return all ? 0 : 1;
}
