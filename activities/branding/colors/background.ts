import type { Evidence } from '../evidence.ts';
import { cluster } from './cluster.ts';
import { type Color, distance, over, readColor, white } from './color.ts';

/** What Chromium paints behind a page that asks for a dark scheme and no colour. */
const darkCanvas: Color | undefined = readColor('#121212');
/** Less of the root than this is seen, and it is only what shines through between the sections. */
const seenRoot = 0.2;

/** The page's background: the root's, unless sections cover nearly all of it. */
export function pageBackground({ root, strip }: Pick<Evidence, 'root' | 'strip'>): Color {
  const base = rootBackground(root);
  const seen = strip
    .filter((look) => look !== 'image')
    .map((look) => (look === '' ? base : over(readColor(look) ?? base, base)))
    .map((color) => ({ color, weight: 1 }));
  const clusters = cluster(seen, 0.02);
  const ofRoot = clusters.find(({ color }) => distance(color, base) < 0.02)?.weight ?? 0;
  const [widest] = clusters;
  if (widest === undefined || ofRoot >= seen.length * seenRoot) return base;
  return widest.color;
}

export function rootBackground({ htmlBackground, bodyBackground, colorScheme }: Evidence['root']): Color {
  const canvas = (/^(?:only )?dark$/.test(colorScheme.trim()) ? darkCanvas : undefined) ?? white;
  const html = readColor(htmlBackground);
  const body = readColor(bodyBackground);
  const behind = html === undefined || html.alpha === 0 ? canvas : over(html, canvas);
  return body === undefined || body.alpha === 0 ? behind : over(body, behind);
}

export function isDark(background: Color): boolean {
  return background.l < 0.55;
}
