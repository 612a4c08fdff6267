import { type Evidence, isOwn, type TextStyle } from '../evidence.ts';
import { type Cluster, cluster, type Weighted } from './cluster.ts';
import { type Color, chroma, contrast, distance, flatten, over, readColor } from './color.ts';

export interface TextColors {
  textPrimary?: Color;
  textSecondary?: Color;
  link?: Color;
}

interface SeenText extends Weighted {
  style: TextStyle;
}

/** Text on other surfaces than the page's, such as white on a dark hero, says little about the page's text. */
const likeThePage = 0.15;

export function textColors({ root, texts }: Pick<Evidence, 'root' | 'texts'>, background: Color): TextColors {
  const seen = texts.filter(({ zone }) => isOwn(zone)).flatMap((style) => onPage(style, background));
  const reading = cluster(
    seen.filter(({ style }) => style.kind !== 'link' && style.kind !== 'code'),
    0.03,
  );
  const link = linkColor(seen, background);
  const textPrimary = primaryText(reading, readColor(root.bodyColor), background);
  const textSecondary = textPrimary && secondaryText(reading, textPrimary, background, link);
  return {
    ...(textPrimary && { textPrimary }),
    ...(textSecondary && { textSecondary }),
    ...(link && { link }),
  };
}

/** A headline's letters are few and large. */
const headingWeight = 3;

function onPage(style: TextStyle, background: Color): SeenText[] {
  const front = readColor(style.color);
  const back = flatten(style.behind, background);
  if (front === undefined || back === undefined || distance(back, background) > likeThePage) return [];
  const color = over(front, back);
  // Nobody reads what is nearly invisible: it stands on a picture that we were not told of.
  if (contrast(color, back) < 1.6) return [];
  const weight = style.chars * (/^h/.test(style.kind) ? headingWeight : 1);
  return [{ color, weight, style }];
}

/** Less than this of the letters is an accent. */
const enoughText = 0.12;

function primaryText(clusters: readonly Cluster<SeenText>[], body: Color | undefined, background: Color) {
  const total = clusters.reduce((sum, { weight }) => sum + weight, 0);
  const ofBody = body && clusters.find(({ color }) => distance(color, body) < 0.03);
  if (ofBody && ofBody.weight >= total * 0.05 && contrast(ofBody.color, background) >= 4) return ofBody.color;
  // Headings and paragraphs may have a colour each: the one that stands out more is the first.
  const [strongest] = clusters
    .filter(({ color, weight }) => weight >= total * enoughText && chroma(color) < 0.12)
    .sort((one, other) => contrast(other.color, background) - contrast(one.color, background));
  return strongest?.color ?? clusters[0]?.color;
}

function secondaryText(clusters: readonly Cluster<SeenText>[], primary: Color, background: Color, link?: Color) {
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

/** Links that look like links win over the many that look like text, in menus and headlines. */
function linkColor(seen: readonly SeenText[], background: Color): Color | undefined {
  for (const zone of ['body', 'footer', 'header'] as const) {
    const links = cluster(
      seen
        .filter(({ style }) => style.kind === 'link' && style.zone === zone)
        .map((one) => ({ ...one, weight: one.style.chars })),
      0.03,
    );
    const total = links.reduce((sum, { weight }) => sum + weight, 0);
    const coloured = links.find(({ color, weight }) => chroma(color) > 0.06 && weight >= total * 0.15);
    const found = coloured ?? links.find(({ color }) => contrast(color, background) >= 2.5);
    if (found) return found.color;
  }
  return undefined;
}
