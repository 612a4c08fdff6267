import { Resvg } from '@resvg/resvg-js';
import { contrastRatio, surfaces } from '../../../contracts/images/color.ts';
import { type Theme, themes } from '../../../contracts/images/parameters.ts';
import { inkOf, measurePixels } from '../decode/measurePixels.ts';
import type { Legibility } from '../decode/protocol.ts';
import type { Pixels } from '../decode/readPixels.ts';
import { type Box, boxOf } from '../svg/box.ts';

/** What a mark looks like, in numbers. */
export interface MarkMeasure {
  /** The box of what is drawn, in the drawing's units. */
  ink: Box;
  /** The ratio of the shorter to the longer side of that box. */
  squareness: number;
  /** The area within a rubber band around the drawing, as a share of the square that its longer side makes. */
  hull: number;
  /** The same, as a share of the whole picture: its optical weight. */
  weight: number;
  singleColor?: string;
  legibility: Record<Theme, Legibility>;
  faintness: Record<Theme, Faintness>;
}

/** How much of a mark can hardly be told from the surface. */
interface Faintness {
  /** The share of its outline: what is faint inside a visible shape does not count. */
  outline: number;
  /** The share of its ink: the dark contour of a bright animal is little. */
  ink: number;
}

/** Below this contrast a color is not seen. White paper shows pale colors better than a dark screen shows deep ones. */
const seenContrast: Readonly<Record<Theme, number>> = { light: 1.15, dark: 2.2 };

/** Draws a trusted drawing and measures it; undefined if nothing is drawn. */
export function measureMark(svg: string, side = 96): MarkMeasure | undefined {
  const view = viewBoxOf(svg);
  const pixels = drawPixels(svg, side);
  const ink = inkOf(pixels);
  if (view === undefined || ink === undefined) return undefined;
  const unit = view.width / pixels.width;
  const longer = Math.max(ink.width, ink.height);
  const area = hullArea(pixels);
  const { legibility, singleColor } = measurePixels(pixels);
  return {
    ink: {
      x: view.x + ink.left * unit,
      y: view.y + ink.top * unit,
      width: ink.width * unit,
      height: ink.height * unit,
    },
    squareness: Math.min(ink.width, ink.height) / longer,
    hull: area / longer ** 2,
    weight: area / Math.max(pixels.width, pixels.height) ** 2,
    ...(singleColor === undefined ? {} : { singleColor }),
    legibility,
    faintness: { light: faintnessOf(pixels, 'light'), dark: faintnessOf(pixels, 'dark') },
  };
}

/** The themes on which a measured mark is clearly seen. */
export function themesItFits({ legibility, faintness }: MarkMeasure): Theme[] {
  return themes.filter(
    (theme) =>
      legibility[theme].contrast >= minLegibility[theme] &&
      (faintness[theme].outline <= maxFaintness.outline || faintness[theme].ink <= maxFaintness.ink),
  );
}

export const minLegibility: Readonly<Record<Theme, number>> = { light: 1.35, dark: 2.4 };
const maxFaintness = { outline: 0.3, ink: 0.25 };

function viewBoxOf(svg: string): Box | undefined {
  return boxOf({ viewBox: /\bviewBox="([^"]*)"/.exec(svg)?.[1] ?? '' });
}

function drawPixels(svg: string, side: number): Pixels {
  const box = viewBoxOf(svg) ?? { width: 1, height: 1 };
  const fitTo =
    box.width >= box.height ? ({ mode: 'width', value: side } as const) : ({ mode: 'height', value: side } as const);
  const { pixels, width, height } = new Resvg(svg, { fitTo, font: { loadSystemFonts: false } }).render();
  const rgba = Buffer.from(pixels);
  // The library multiplies colors with their opacity.
  for (let at = 0; at < rgba.length; at += 4) {
    const alpha = rgba[at + 3] ?? 0;
    if (alpha === 0 || alpha === 255) continue;
    for (const channel of [0, 1, 2])
      rgba[at + channel] = Math.min(255, Math.round(((rgba[at + channel] ?? 0) * 255) / alpha));
  }
  return { width, height, rgba };
}

type Point = readonly [x: number, y: number];

/** Of the outermost pixels of each row, by Andrew's monotone chain. */
function hullArea({ width, height, rgba }: Pixels): number {
  const points: Point[] = [];
  for (let y = 0; y < height; y++) {
    const isInk = (x: number) => (rgba[(y * width + x) * 4 + 3] ?? 0) >= 128;
    let [left, right] = [0, width - 1];
    while (left < width && !isInk(left)) left++;
    while (right >= left && !isInk(right)) right--;
    if (left <= right) points.push([left, y], [right + 1, y], [left, y + 1], [right + 1, y + 1]);
  }
  points.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const hull = [...halfHull(points), ...halfHull([...points].reverse())];
  let area = 0;
  for (const [at, [x, y]] of hull.entries()) {
    const [nextX, nextY] = hull[(at + 1) % hull.length] ?? [x, y];
    area += x * nextY - nextX * y;
  }
  return Math.abs(area) / 2;
}

function halfHull(points: readonly Point[]): Point[] {
  const half: Point[] = [];
  for (const point of points) {
    while (half.length >= 2 && cross(half.at(-2), half.at(-1), point) <= 0) half.pop();
    half.push(point);
  }
  return half.slice(0, -1);
}

function cross([x0, y0]: Point = [0, 0], [x1, y1]: Point = [0, 0], [x2, y2]: Point): number {
  return (x1 - x0) * (y2 - y0) - (y1 - y0) * (x2 - x0);
}

/** Edge pixels are mixed with the surface, so the outline is what lies two pixels inside of what is transparent. */
const outlineDepth = 2;

function faintnessOf({ width, height, rgba }: Pixels, theme: Theme): Faintness {
  const surface = surfaces[theme];
  const alphaAt = (x: number, y: number) =>
    x < 0 || y < 0 || x >= width || y >= height ? 0 : (rgba[(y * width + x) * 4 + 3] ?? 0);
  const all = { outline: 0, ink: 0 };
  const faint = { outline: 0, ink: 0 };
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4;
      if ((rgba[at + 3] ?? 0) < 200) continue;
      const color = [rgba[at] ?? 0, rgba[at + 1] ?? 0, rgba[at + 2] ?? 0] as const;
      const isFaint = contrastRatio(color, surface) < seenContrast[theme];
      const besides = Math.min(
        Math.min(alphaAt(x - outlineDepth, y), alphaAt(x + outlineDepth, y)),
        Math.min(alphaAt(x, y - outlineDepth), alphaAt(x, y + outlineDepth)),
      );
      all.ink += 1;
      if (isFaint) faint.ink += 1;
      if (besides > 40) continue;
      all.outline += 1;
      if (isFaint) faint.outline += 1;
    }
  }
  return { outline: faint.outline / Math.max(1, all.outline), ink: faint.ink / Math.max(1, all.ink) };
}
