import { type Evidence, isOwnZone, type TextStyle } from '../evidence.ts';
import { type Cluster, cluster, type Weighted } from './cluster.ts';
import { type Color, chroma, contrast, distance, flatten, over, readColor } from './color.ts';

export interface TextColors {
  textPrimary?: Color;
  textSecondary?: Color;
  link?: Color;
}

interface VisibleText extends Weighted {
  style: TextStyle;
}

/** Text on a background further from the page's, such as white on a dark hero, does not count. */
const maxBackgroundDistance = 0.15;

export function textColors({ root, texts }: Pick<Evidence, 'root' | 'texts'>, background: Color): TextColors {
  const visible = texts.filter(({ zone }) => isOwnZone(zone)).flatMap((style) => visibleText(style, background));
  const reading = cluster(
    visible.filter(({ style }) => style.kind !== 'link' && style.kind !== 'code'),
    0.03,
  );
  const link = linkColor(visible, background);
  const textPrimary = primaryText(reading, readColor(root.bodyColor), background);
  const textSecondary = textPrimary && secondaryText(reading, textPrimary, background, link);
  return {
    ...(textPrimary && { textPrimary }),
    ...(textSecondary && { textSecondary }),
    ...(link && { link }),
  };
}

/** Headlines have few letters, but large ones. */
const headingWeight = 3;

function visibleText(style: TextStyle, background: Color): VisibleText[] {
  const front = readColor(style.color);
  const back = flatten(style.behind, background);
  if (front === undefined || back === undefined || distance(back, background) > maxBackgroundDistance) return [];
  const color = over(front, back);
  // Text that is nearly invisible is in fact on a picture that the evidence does not show.
  if (contrast(color, back) < 1.6) return [];
  const weight = style.chars * (/^h/.test(style.kind) ? headingWeight : 1);
  return [{ color, weight, style }];
}

/** A color of fewer letters is an accent. */
const minTextShare = 0.12;

function primaryText(clusters: readonly Cluster<VisibleText>[], body: Color | undefined, background: Color) {
  const total = clusters.reduce((sum, { weight }) => sum + weight, 0);
  const bodyText = body && clusters.find(({ color }) => distance(color, body) < 0.03);
  if (bodyText && bodyText.weight >= total * 0.05 && contrast(bodyText.color, background) >= 4) return bodyText.color;
  // If headings and paragraphs have different colors, the one with more contrast is the primary.
  const [strongest] = clusters
    .filter(({ color, weight }) => weight >= total * minTextShare && chroma(color) < 0.12)
    .sort((one, other) => contrast(other.color, background) - contrast(one.color, background));
  return strongest?.color ?? clusters[0]?.color;
}

function secondaryText(clusters: readonly Cluster<VisibleText>[], primary: Color, background: Color, link?: Color) {
  const total = clusters.reduce((sum, { weight }) => sum + weight, 0);
  return clusters.find(
    ({ color, weight }) =>
      weight >= total * 0.03 &&
      distance(color, primary) > 0.06 &&
      chroma(color) < 0.1 &&
      contrast(color, background) < contrast(primary, background) &&
      contrast(color, background) >= 2 &&
      (link === undefined || distance(color, link) > 0.03),
  )?.color;
}

/** Prefers links with a color over links that look like text, which are common in menus and headlines. */
function linkColor(texts: readonly VisibleText[], background: Color): Color | undefined {
  for (const zone of ['body', 'footer', 'header'] as const) {
    const links = cluster(
      texts
        .filter(({ style }) => style.kind === 'link' && style.zone === zone)
        .map((one) => ({ ...one, weight: one.style.chars })),
      0.03,
    );
    const total = links.reduce((sum, { weight }) => sum + weight, 0);
    const colored = links.find(({ color, weight }) => chroma(color) > 0.06 && weight >= total * 0.15);
    const found = colored ?? links.find(({ color }) => contrast(color, background) >= 2.5);
    if (found) return found.color;
  }
  return undefined;
}
