import { Resvg } from '@resvg/resvg-js';
import { expect, test } from 'vitest';
import { readLogos } from '../../../../activities/icons/marks/packages.ts';
import { fitted } from '../../../../activities/icons/svg/box.ts';
import { sanitizeSvg } from '../../../../activities/icons/svg/sanitize.ts';
import { sized } from '../../../../activities/icons/svg/sized.ts';

test('real logos look the same when they have been sanitized', () => {
  const changed: string[] = [];
  let compared = 0;
  for (const [index, logo] of [...readLogos()].entries()) {
    // Every fifth of two thousand, and all with the parts that sanitizers break.
    if (index % 5 !== 0 && !/filter|mask|pattern|<style|<use|clip-path/.test(logo.svg)) continue;
    const { svg } = sanitizeSvg(logo.svg);
    const size = fitted(logo, 48);
    if (svg === undefined || differing(drawn(sized(logo.svg, size)), drawn(sized(svg, size))) > 0)
      changed.push(logo.name);
    compared += 1;
  }
  expect(compared).toBeGreaterThan(400);
  expect(changed).toEqual([]);
}, 60_000);

function drawn(svg: string): Buffer {
  return new Resvg(svg, { font: { loadSystemFonts: false } }).render().pixels;
}

function differing(before: Buffer, after: Buffer): number {
  return before.length !== after.length
    ? before.length
    : before.reduce((count, value, at) => count + (Math.abs(value - (after[at] ?? 0)) > 4 ? 1 : 0), 0);
}
