import type { Evidence } from '../evidence.ts';
import { cluster } from './cluster.ts';
import { type Color, distance, over, readColor, white } from './color.ts';

/** What Chromium paints behind a page with a dark color scheme and no background. */
const darkCanvas: Color | undefined = readColor('#121212');
/** If less of the root is visible, it only shows through between the sections. */
const minRootShare = 0.2;
/** Sections of one color that cover less are a hero or a footer, as long as something of the root is visible. */
const minSectionShare = 0.5;
const minGapShare = 0.04;

/** The page's background: that of the root, unless sections cover nearly all of it. */
export function pageBackground({ root, strip }: Pick<Evidence, 'root' | 'strip'>): Color {
  const base = rootBackground(root);
  const visible = strip
    .filter((step) => step !== 'image')
    .map((step) => (step === '' ? base : over(readColor(step) ?? base, base)))
    .map((color) => ({ color, weight: 1 }));
  const clusters = cluster(visible, 0.02);
  const rootWeight = clusters.find(({ color }) => distance(color, base) < 0.02)?.weight ?? 0;
  const [largest] = clusters;
  if (largest === undefined || rootWeight >= visible.length * minRootShare) return base;
  if (largest.weight < visible.length * minSectionShare && rootWeight >= visible.length * minGapShare) return base;
  return largest.color;
}

/** The background of `html` and `body`, over the browser's canvas. */
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
