import type { Region } from 'sharp';
import { contrastRatio, type Rgb, surfaces, toHex } from '../../../contracts/images/color.ts';
import type { Theme } from '../../../contracts/images/parameters.ts';
import { fingerprintOf } from './fingerprint.ts';
import type { Inspection, Legibility } from './protocol.ts';
import type { Pixels } from './readPixels.ts';

type Measured = Pick<
  Inspection,
  'squareness' | 'hasBackground' | 'blank' | 'singleColor' | 'isGray' | 'legibility' | 'fingerprint'
>;

/** A pixel with less alpha is invisible. */
const minAlpha = 16;
/** Below this contrast ratio a color cannot be told from the surface. */
const minVisibleContrast = 1.3;
/** The share of the ink that must stand out for a picture to be recognizable. */
const standoutShare = 0.2;

/** Measures the shape, the colors and the legibility of a picture on a small copy of it. */
export function measurePixels(pixels: Pixels): Measured {
  const box = inkOf(pixels);
  const colors = colorsOf(pixels);
  const legibility = { light: legibilityOf(pixels, 'light'), dark: legibilityOf(pixels, 'dark') };
  const fingerprint = fingerprintOf(pixels);
  if (box === undefined) {
    return { squareness: 1, hasBackground: false, blank: 'nothing is drawn', isGray: true, legibility, fingerprint };
  }
  const coverage = colors.ink / (box.width * box.height);
  // A full rectangle of a single color shows nothing; a disc or a letter of a single color does.
  const blank = coverage > 0.98 && colors.spread < 6 ? 'one plain color' : undefined;
  return {
    squareness: Math.min(box.width, box.height) / Math.max(box.width, box.height),
    // A disc covers 0.785 of its box, and a disc is a background too.
    hasBackground: coverage >= 0.75,
    ...(blank === undefined ? {} : { blank }),
    ...(colors.spread < 28 ? { singleColor: toHex(colors.mean) } : {}),
    isGray: colors.chroma < 12,
    legibility,
    fingerprint,
  };
}

/** The bounding box of the visible pixels. */
export function inkOf({ width, height, rgba }: Pixels): Region | undefined {
  let [left, right, top, bottom] = [width, -1, height, -1];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if ((rgba[(y * width + x) * 4 + 3] ?? 0) < minAlpha) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
  }
  return right < left ? undefined : { left, top, width: right - left + 1, height: bottom - top + 1 };
}

interface ColorStatistics {
  /** The sum of all pixels' opacities: how many opaque pixels the ink amounts to. */
  ink: number;
  mean: Rgb;
  /** The 95th percentile of the opaque pixels' distances from the mean. */
  spread: number;
  /** The average distance of the colors from gray. */
  chroma: number;
}

function colorsOf({ rgba }: Pixels): ColorStatistics {
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
    // Half-transparent pixels are edges, whose colors are distorted by rounding.
    if ((rgba[at + 3] ?? 0) < 128) continue;
    const difference = (channel: 0 | 1 | 2): number => Math.abs((rgba[at + channel] ?? 0) - mean[channel]);
    distances.push(Math.max(difference(0), difference(1), difference(2)));
  }
  return distances.sort((a, b) => a - b)[Math.floor(distances.length * 0.95)] ?? 0;
}

/** Contrast ratios run from 1 to 21; a difference of a twentieth is invisible. */
const stepsPerRatio = 20;

/** Sums the ink by contrast, then averages the contrast of the share that stands out most. */
function legibilityOf({ rgba }: Pixels, theme: Theme): Legibility {
  const surface = surfaces[theme];
  const inkAtContrast = new Float64Array(22 * stepsPerRatio);
  let ink = 0;
  for (let at = 0; at + 3 < rgba.length; at += 4) {
    const alpha = rgba[at + 3] ?? 0;
    if (alpha < minAlpha) continue;
    const weight = alpha / 255;
    const over = (channel: 0 | 1 | 2): number => (rgba[at + channel] ?? 0) * weight + surface[channel] * (1 - weight);
    const step = Math.floor(contrastRatio([over(0), over(1), over(2)], surface) * stepsPerRatio);
    inkAtContrast[step] = (inkAtContrast[step] ?? 0) + weight;
    ink += weight;
  }
  if (ink === 0) return { contrast: 1, invisibleShare: 1 };
  let [taken, sum, invisible] = [0, 0, 0];
  for (let step = inkAtContrast.length - 1; step >= 0; step--) {
    const here = inkAtContrast[step] ?? 0;
    const contrast = step / stepsPerRatio;
    if (contrast < minVisibleContrast) invisible += here;
    const counted = Math.min(here, ink * standoutShare - taken);
    if (counted <= 0) continue;
    taken += counted;
    sum += contrast * counted;
  }
  return { contrast: round(sum / taken), invisibleShare: round(invisible / ink) };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
