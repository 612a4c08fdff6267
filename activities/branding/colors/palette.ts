import { type ColorRole, type Colors, colorRoles, type Palette } from '../../../contracts/results/branding.ts';
import { type Evidence, isOwnZone } from '../evidence.ts';
import { rootBackground } from './background.ts';
import { cluster, type Weighted } from './cluster.ts';
import { type Color, distance, flatten, over, readColor } from './color.ts';

const maxColors = 10;
const minShare = 0.0005;
/** The share of a letter's square that is ink. */
const inkShare = 0.12;

/** The page's colors by the share of the page that they cover. */
export function buildPalette(evidence: Evidence, background: Color, colors: Colors): Palette {
  const { root, strip, surfaces, texts, viewport, pageHeight } = evidence;
  const base = rootBackground(root);
  const stepArea = (viewport.width * pageHeight) / strip.length;
  const visible: Weighted[] = [];
  function add(color: Color | undefined, weight: number) {
    if (color && weight > 0) visible.push({ color, weight });
  }
  for (const step of strip) {
    if (step !== 'image') add(step === '' ? base : over(readColor(step) ?? base, base), stepArea);
  }
  for (const { zone, background: painted, area, count } of surfaces) {
    // Large boxes are already in the strip.
    if (!isOwnZone(zone) || area / count > viewport.width * viewport.height * 0.5) continue;
    const color = readColor(painted);
    if (color && color.alpha > 0.3) add(over(color, background), area);
  }
  for (const { zone, color, behind, chars, sizePx } of texts) {
    const front = readColor(color);
    if (isOwnZone(zone) && front)
      add(over(front, flatten(behind, background) ?? background), chars * sizePx ** 2 * inkShare * 0.5);
  }
  const total = visible.reduce((sum, { weight }) => sum + weight, 0) || 1;
  return cluster(visible, 0.03)
    .map(({ color, weight }) => ({ hex: color.hex, share: round(weight / total), role: roleOf(color, colors) }))
    .filter(({ share }) => share >= minShare)
    .slice(0, maxColors);
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
