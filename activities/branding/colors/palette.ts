import { type ColorRole, type Colors, colorRoles, type Palette } from '../../../contracts/results/branding.ts';
import { type Evidence, isOwn } from '../evidence.ts';
import { rootBackground } from './background.ts';
import { cluster, type Weighted } from './cluster.ts';
import { type Color, distance, flatten, over, readColor } from './color.ts';

const most = 10;
const least = 0.0005;
/** How much of the square that a letter stands in is ink. */
const ink = 0.12;

/** The colours of the page by how much of it they cover. */
export function palette(evidence: Evidence, background: Color, colors: Colors): Palette {
  const { root, strip, surfaces, texts, viewport, pageHeight } = evidence;
  const base = rootBackground(root);
  const stripArea = (viewport.width * pageHeight) / strip.length;
  const seen: Weighted[] = [];
  function add(color: Color | undefined, weight: number) {
    if (color && weight > 0) seen.push({ color, weight });
  }
  for (const look of strip) {
    if (look !== 'image') add(look === '' ? base : over(readColor(look) ?? base, base), stripArea);
  }
  for (const { zone, background: painted, area, count } of surfaces) {
    // Wide boxes are in the strip already.
    if (!isOwn(zone) || area / count > viewport.width * viewport.height * 0.5) continue;
    const color = readColor(painted);
    if (color && color.alpha > 0.3) add(over(color, background), area);
  }
  for (const { zone, color, behind, chars, sizePx } of texts) {
    const front = readColor(color);
    if (isOwn(zone) && front)
      add(over(front, flatten(behind, background) ?? background), chars * sizePx ** 2 * ink * 0.5);
  }
  const total = seen.reduce((sum, { weight }) => sum + weight, 0) || 1;
  return cluster(seen, 0.03)
    .map(({ color, weight }) => ({ hex: color.hex, share: round(weight / total), role: roleOf(color, colors) }))
    .filter(({ share }) => share >= least)
    .slice(0, most);
}

function roleOf(color: Color, colors: Colors): ColorRole | 'other' {
  const near = colorRoles.find((role) => {
    const hex = colors[role];
    const known = hex === undefined ? undefined : readColor(hex);
    return known && distance(known, color) < 0.02;
  });
  return near ?? 'other';
}

function round(share: number) {
  return Math.round(share * 10_000) / 10_000;
}
