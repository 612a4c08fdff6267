import { hasMeaning, type ScoredButton } from '../buttons.ts';
import { type ColorUse, type Evidence, isOwn } from '../evidence.ts';
import { type Cluster, cluster } from './cluster.ts';
import { type Color, distance, flatten, gradientColors, over, readColor, vividness } from './color.ts';
import { brandWeight, type Token } from './tokens.ts';

/** One reason to take a colour for the brand's. */
interface Claim {
  color: Color;
  kind: ClaimKind;
  weight: number;
}

/** The most that reasons of one kind can add up to, however often they are repeated. */
const mostOf = {
  button: 5,
  token: 3,
  link: 1.5,
  header: 1.4,
  surface: 1.4,
  logo: 1.2,
  text: 1,
  declared: 0.9,
  active: 0.7,
  icon: 0.7,
  border: 0.4,
} as const;
type ClaimKind = keyof typeof mostOf;

/** How soon the most is reached. */
const enoughOf: Record<ClaimKind, number> = {
  button: 8,
  token: 1.2,
  link: 1,
  header: 1,
  surface: 0.12,
  logo: 1,
  text: 0.15,
  declared: 1,
  active: 2,
  icon: 6,
  border: 6,
};

export interface BrandColor {
  color: Color;
  score: number;
  /** The kinds of reasons there were, strongest first. */
  reasons: ClaimKind[];
}

interface Seen {
  evidence: Evidence;
  buttons: readonly ScoredButton[];
  tokens: readonly Token[];
  background: Color;
  link: Color | undefined;
  textPrimary: Color | undefined;
  logoColors: readonly string[];
}

/** Candidates for the brand's colours, by what speaks for each; the best first. */
export function brandColors(seen: Seen): BrandColor[] {
  const visible = [...fromButtons(seen), ...fromPage(seen)].filter(
    ({ color }) => distance(color, seen.background) > 0.06,
  );
  const claims = [...visible, ...fromTokens(seen.tokens, visible)];
  return cluster(claims, 0.05)
    .map((each) => judged(each, seen))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score);
}

function judged({ color, members }: Cluster<Claim>, { textPrimary }: Seen): BrandColor {
  const sums = new Map<ClaimKind, number>();
  for (const { kind, weight } of members) sums.set(kind, (sums.get(kind) ?? 0) + weight);
  const vivid = vividness(color);
  const points = [...sums].map(([kind, sum]) => {
    const most = mostOf[kind] * (1 - Math.exp(-sum / enoughOf[kind]));
    // A grey is a brand's colour where buttons and names say so; that it is all over the page says nothing.
    const grey = kind === 'button' ? 0.55 : kind === 'token' ? 0.5 : 0;
    return { kind, points: most * (grey + (1 - grey) * vivid) };
  });
  const total = points.reduce((sum, { points }) => sum + points, 0);
  const isText = textPrimary !== undefined && distance(color, textPrimary) < 0.04;
  const reasons = points.sort((one, other) => other.points - one.points).map(({ kind }) => kind);
  return { color: strongestShade(members) ?? color, score: isText && vivid < 0.5 ? total * 0.7 : total, reasons };
}

/** Of the shades in a cluster the one that buttons are filled with, else the one with the most reasons. */
function strongestShade(members: readonly Claim[]): Color | undefined {
  for (const kind of ['button', 'token'] as const) {
    const [best] = cluster(
      members.filter((claim) => claim.kind === kind),
      0.001,
    );
    if (best) return best.color;
  }
  return undefined;
}

/** Buttons that ask for little are many; only what stands out counts. */
const leastScore = 1.5;

function fromButtons({ buttons, background }: Seen): Claim[] {
  return buttons
    .filter(({ score }) => score >= leastScore)
    .flatMap(({ button, fill, textColor, borderColor, score }): Claim[] => {
      const weight = hasMeaning(button.classes) ? score * 0.3 : score;
      if (fill && distance(fill, background) > 0.06) return [{ color: fill, kind: 'button', weight }];
      const line = borderColor ?? textColor;
      const outlined = line && distance(line, background) > 0.06 ? [{ color: line, weight: weight * 0.3 }] : [];
      return outlined.filter(({ color }) => vividness(color) > 0.3).map((claim) => ({ ...claim, kind: 'button' }));
    });
}

const useKinds: Partial<Record<ColorUse['kind'], ClaimKind>> = { icon: 'icon', border: 'border', active: 'active' };

/** Links as browsers draw them where a page says nothing. */
const unstyled = new Set(['#0000ee', '#551a8b']);

function fromPage({ evidence, background, link, textPrimary, logoColors }: Seen): Claim[] {
  const { texts, surfaces, colors, viewport, pageHeight, tags } = evidence;
  const pageArea = viewport.width * pageHeight;
  const claims: Claim[] = [];
  function claim(color: Color | undefined, kind: ClaimKind, weight: number) {
    if (color && vividness(color) > 0.1 && !unstyled.has(color.hex)) claims.push({ color, kind, weight });
  }
  if (link && !(textPrimary && distance(link, textPrimary) < 0.05)) claim(link, 'link', 2);

  for (const { zone, background: painted, gradient, area, count } of surfaces) {
    if (!isOwn(zone)) continue;
    const own = readColor(painted);
    const fill = own && own.alpha > 0.5 ? over(own, background) : undefined;
    const share = area / pageArea;
    for (const color of fill ? [fill] : gradientColors(gradient).slice(0, 2)) {
      claim(color, 'surface', Math.min(share, 0.4) + Math.min(count, 10) * 0.003);
      if (zone === 'header' && area > 40_000) claim(color, 'header', 1);
    }
  }

  const chars = texts.reduce((sum, text) => sum + (isOwn(text.zone) ? text.chars : 0), 0) || 1;
  for (const text of texts) {
    if (!isOwn(text.zone) || text.kind === 'link') continue;
    const front = readColor(text.color);
    const back = flatten(text.behind, background);
    const heading = /^h/.test(text.kind) ? 3 : 1;
    if (front && back) claim(over(front, back), 'text', (text.chars * heading) / chars);
  }
  for (const { color, zone, kind, count } of colors) {
    const as = useKinds[kind];
    if (as && isOwn(zone)) claim(readColor(color), as, count);
  }
  for (const color of logoColors) claim(readColor(color), 'logo', 0.7);
  for (const declared of declaredColors(tags)) claim(readColor(declared), 'declared', 1);
  return claims;
}

/** What the page tells browsers and phones to colour themselves with. */
function declaredColors({ metas, links }: Evidence['tags']): string[] {
  const named = metas
    .filter(
      ({ name = '', media = '' }) => /^(?:theme-color|msapplication-tilecolor)$/i.test(name) && !/dark/.test(media),
    )
    .map(({ content = '' }) => content);
  const mask = links.filter(({ rel = '' }) => /mask-icon/i.test(rel)).map(({ color = '' }) => color);
  return [...named, ...mask];
}

/** A name alone is not enough: a framework's default that nothing wears names no brand. */
const unworn = 0.1;

function fromTokens(tokens: readonly Token[], visible: readonly Claim[]): Claim[] {
  return tokens.flatMap(({ name, color }) => {
    const weight = brandWeight(name);
    if (weight === 0) return [];
    const worn = visible.some((claim) => distance(claim.color, color) < 0.03);
    return [{ color, kind: 'token' as const, weight: weight * (worn ? 1 : unworn) }];
  });
}
