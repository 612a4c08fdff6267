import type { Region } from 'sharp';
import { contrastRatio, type Rgb, surfaces, toHex } from '../../../contracts/images/color.ts';
import type { Theme } from '../../../contracts/images/parameters.ts';
import type { Legibility, Look } from './protocol.ts';

/** Pixels as they are seen: four bytes each, alpha not multiplied in. */
export interface Pixels {
  width: number;
  height: number;
  rgba: Buffer;
}

type Seen = Pick<Look, 'squareness' | 'tile' | 'blank' | 'singleColour' | 'grey' | 'legibility' | 'fingerprint'>;

/** Fainter than this nobody sees. */
const faintest = 16;
/** Below this contrast ratio a colour cannot be told from the surface. */
const indistinct = 1.3;
/** The share of the ink that has to stand out for a picture to be recognized. */
const standoutShare = 0.2;

/** Looks at the pixels of a small copy: where they are, what colour, how they stand out. */
export function seePixels(pixels: Pixels): Seen {
  const margin = inkOf(pixels);
  const colours = colourOf(pixels);
  const legibility = { light: legibilityOf(pixels, 'light'), dark: legibilityOf(pixels, 'dark') };
  const fingerprint = fingerprintOf(pixels);
  if (margin === undefined) {
    return { squareness: 1, tile: false, blank: 'nothing is drawn', grey: true, legibility, fingerprint };
  }
  const area = margin.width * margin.height;
  const coverage = colours.ink / area;
  // A full rectangle of one colour shows nothing, whatever the colour; a disc or a letter of one colour does.
  const blank = coverage > 0.98 && colours.spread < 6 ? 'one plain colour' : undefined;
  return {
    squareness: Math.min(margin.width, margin.height) / Math.max(margin.width, margin.height),
    // A disc covers 0.785 of its box.
    tile: coverage >= 0.75,
    ...(blank === undefined ? {} : { blank }),
    ...(colours.spread < 28 ? { singleColour: toHex(colours.mean) } : {}),
    grey: colours.chroma < 12,
    legibility,
    fingerprint,
  };
}

/** The box of what is left without transparent margins. */
export function inkOf({ width, height, rgba }: Pixels): Region | undefined {
  let [left, right, top, bottom] = [width, -1, height, -1];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if ((rgba[(y * width + x) * 4 + 3] ?? 0) < faintest) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
  }
  return right < left ? undefined : { left, top, width: right - left + 1, height: bottom - top + 1 };
}

interface Colours {
  /** How many whole pixels the ink amounts to. */
  ink: number;
  mean: Rgb;
  /** How far the 95th of a hundred solid pixels is from the mean. */
  spread: number;
  /** Distance of the colours from grey, on average. */
  chroma: number;
}

function colourOf({ rgba }: Pixels): Colours {
  let [ink, red, green, blue, chroma] = [0, 0, 0, 0, 0];
  for (let at = 0; at + 3 < rgba.length; at += 4) {
    const weight = (rgba[at + 3] ?? 0) / 255;
    const [r, g, b] = [rgba[at] ?? 0, rgba[at + 1] ?? 0, rgba[at + 2] ?? 0];
    ink += weight;
    red += r * weight;
    green += g * weight;
    blue += b * weight;
    chroma += (Math.max(r, g, b) - Math.min(r, g, b)) * weight;
  }
  const mean: Rgb = ink === 0 ? [0, 0, 0] : [red / ink, green / ink, blue / ink];
  return { ink, mean, spread: spreadAround(mean, rgba), chroma: ink === 0 ? 0 : chroma / ink };
}

function spreadAround(mean: Rgb, rgba: Buffer): number {
  const distances: number[] = [];
  for (let at = 0; at + 3 < rgba.length; at += 4) {
    // Half-transparent pixels are edges, whose colours rounding has moved.
    if ((rgba[at + 3] ?? 0) < 128) continue;
    const away = (channel: 0 | 1 | 2): number => Math.abs((rgba[at + channel] ?? 0) - mean[channel]);
    distances.push(Math.max(away(0), away(1), away(2)));
  }
  return distances.sort((a, b) => a - b)[Math.floor(distances.length * 0.95)] ?? 0;
}

/** Contrast ratios run from 1 to 21; a twentieth is finer than anybody sees. */
const stepsPerRatio = 20;

function legibilityOf({ rgba }: Pixels, theme: Theme): Legibility {
  const surface = surfaces[theme];
  const inkAtContrast = new Float64Array(22 * stepsPerRatio);
  let ink = 0;
  for (let at = 0; at + 3 < rgba.length; at += 4) {
    const alpha = rgba[at + 3] ?? 0;
    if (alpha < faintest) continue;
    const weight = alpha / 255;
    const over = (channel: 0 | 1 | 2): number => (rgba[at + channel] ?? 0) * weight + surface[channel] * (1 - weight);
    const step = Math.floor(contrastRatio([over(0), over(1), over(2)], surface) * stepsPerRatio);
    inkAtContrast[step] = (inkAtContrast[step] ?? 0) + weight;
    ink += weight;
  }
  if (ink === 0) return { contrast: 1, vanishing: 1 };
  let [taken, sum, vanishing] = [0, 0, 0];
  for (let step = inkAtContrast.length - 1; step >= 0; step--) {
    const here = inkAtContrast[step] ?? 0;
    const contrast = step / stepsPerRatio;
    if (contrast < indistinct) vanishing += here;
    const counted = Math.min(here, ink * standoutShare - taken);
    if (counted <= 0) continue;
    taken += counted;
    sum += contrast * counted;
  }
  return { contrast: round(sum / taken), vanishing: round(vanishing / ink) };
}

/** Whether each cell of a grid is brighter than the one to its right: survives scaling and recompression. */
function fingerprintOf({ width, height, rgba }: Pixels): string {
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
        const grey = 0.299 * (rgba[at] ?? 0) + 0.587 * (rgba[at + 1] ?? 0) + 0.114 * (rgba[at + 2] ?? 0);
        sum += grey * alpha + 255 * (1 - alpha);
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

/** How many of the 64 bits differ: up to about 6 is the same picture. */
export function fingerprintDistance(a: string, b: string): number {
  let differing = BigInt(`0x${a}`) ^ BigInt(`0x${b}`);
  let count = 0;
  for (; differing > 0n; differing >>= 1n) count += Number(differing & 1n);
  return count;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
