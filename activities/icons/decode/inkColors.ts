import { type Rgb, toHex } from '../../../contracts/images/color.ts';
import type { InkColor } from '../../../contracts/results/brandingDraft.ts';
import type { Pixels } from './readPixels.ts';

const maxColors = 8;
/** Colors that differ only in the lower half of their bits are taken together. */
const steps = 16;

/** The colors that a picture is drawn in, the most frequent first. Transparent pixels count by their opacity. */
export function inkColorsOf({ rgba }: Pixels): InkColor[] {
  const sums = new Map<number, { weight: number; sum: [number, number, number] }>();
  let total = 0;
  for (let at = 0; at + 3 < rgba.length; at += 4) {
    const weight = (rgba[at + 3] ?? 0) / 255;
    if (weight === 0) continue;
    const rgb: Rgb = [rgba[at] ?? 0, rgba[at + 1] ?? 0, rgba[at + 2] ?? 0];
    const key = rgb.reduce((number, channel) => number * steps + Math.floor((channel * steps) / 256), 0);
    const entry = sums.get(key) ?? { weight: 0, sum: [0, 0, 0] };
    entry.weight += weight;
    for (const [index, channel] of rgb.entries()) entry.sum[index] = (entry.sum[index] ?? 0) + channel * weight;
    sums.set(key, entry);
    total += weight;
  }
  return [...sums.values()]
    .sort((a, b) => b.weight - a.weight)
    .slice(0, maxColors)
    .map(({ weight, sum: [red, green, blue] }) => ({
      hex: toHex([red / weight, green / weight, blue / weight]),
      share: Math.round((1000 * weight) / total) / 1000,
    }));
}
