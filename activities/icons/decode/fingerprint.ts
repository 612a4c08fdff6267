import type { Pixels } from './readPixels.ts';

/**
 * A difference hash: one bit for each cell of a grid that is brighter than the cell to its right. It survives scaling
 * and recompression.
 */
export function fingerprintOf({ width, height, rgba }: Pixels): string {
  function brightness(column: number, row: number): number {
    const [fromX, toX] = [
      Math.floor((column * width) / 9),
      Math.max(Math.floor(((column + 1) * width) / 9), Math.floor((column * width) / 9) + 1),
    ];
    const [fromY, toY] = [
      Math.floor((row * height) / 8),
      Math.max(Math.floor(((row + 1) * height) / 8), Math.floor((row * height) / 8) + 1),
    ];
    let [sum, count] = [0, 0];
    for (let y = fromY; y < Math.min(toY, height); y++) {
      for (let x = fromX; x < Math.min(toX, width); x++) {
        const at = (y * width + x) * 4;
        const alpha = (rgba[at + 3] ?? 0) / 255;
        const gray = 0.299 * (rgba[at] ?? 0) + 0.587 * (rgba[at + 1] ?? 0) + 0.114 * (rgba[at + 2] ?? 0);
        sum += gray * alpha + 255 * (1 - alpha);
        count += 1;
      }
    }
    return count === 0 ? 255 : sum / count;
  }
  let bits = 0n;
  for (let row = 0; row < 8; row++) {
    for (let column = 0; column < 8; column++) {
      bits = (bits << 1n) | (brightness(column, row) > brightness(column + 1, row) + 2 ? 1n : 0n);
    }
  }
  return bits.toString(16).padStart(16, '0');
}

/** How many of the 64 bits differ; up to about 6 for the same picture. */
export function fingerprintDistance(a: string, b: string): number {
  let differing = BigInt(`0x${a}`) ^ BigInt(`0x${b}`);
  let count = 0;
  for (; differing > 0n; differing >>= 1n) count += Number(differing & 1n);
  return count;
}
