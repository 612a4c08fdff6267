import { hasSemanticName, type ScoredButton } from '../buttons.ts';
import { type ColorUse, type Evidence, isOwnZone } from '../evidence.ts';
import { type Cluster, cluster } from './cluster.ts';
import { type Color, distance, flatten, gradientColors, over, readColor, vividness } from './color.ts';
import { brandWeight, type Token } from './tokens.ts';

/** One sign that a color belongs to the brand. */
interface Signal {
  color: Color;
  kind: SignalKind;
  weight: number;
}

/** The most points that signals of one kind can add up to, however many there are. */
const maxPoints = {
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
type SignalKind = keyof typeof maxPoints;

/** The weight at which a kind reaches 63 % (1 - 1/e) of its maximum. */
const saturationWeight: Record<SignalKind, number> = {
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
  /** The kinds of its signals, strongest first. */
  reasons: SignalKind[];
}

interface BrandColorInput {
  evidence: Evidence;
  buttons: readonly ScoredButton[];
  tokens: readonly Token[];
  background: Color;
  link: Color | undefined;
  textPrimary: Color | undefined;
  logoColors: readonly string[];
}

/** Candidates for the brand's colors, scored by their signals, best first. */
export function brandColors(input: BrandColorInput): BrandColor[] {
  const visible = [...fromButtons(input), ...fromPage(input)].filter(
    ({ color }) => distance(color, input.background) > 0.06,
  );
  const signals = [...visible, ...fromTokens(input.tokens, visible)];
  return cluster(signals, 0.05)
    .map((each) => scoreCluster(each, input))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score);
}

function scoreCluster({ color, members }: Cluster<Signal>, { textPrimary }: BrandColorInput): BrandColor {
  const sums = new Map<SignalKind, number>();
  for (const { kind, weight } of members) sums.set(kind, (sums.get(kind) ?? 0) + weight);
  const vivid = vividness(color);
  const points = [...sums].map(([kind, sum]) => {
    const full = maxPoints[kind] * (1 - Math.exp(-sum / saturationWeight[kind]));
    // A gray can be a brand color if buttons or tokens use it. Gray text and surfaces are on every page.
    const grayShare = kind === 'button' ? 0.55 : kind === 'token' ? 0.5 : 0;
    return { kind, points: full * (grayShare + (1 - grayShare) * vivid) };
  });
  const total = points.reduce((sum, { points }) => sum + points, 0);
  const isText = textPrimary !== undefined && distance(color, textPrimary) < 0.04;
  const reasons = points.sort((one, other) => other.points - one.points).map(({ kind }) => kind);
  return { color: strongestShade(members) ?? color, score: isText && vivid < 0.5 ? total * 0.7 : total, reasons };
}

/** The cluster's shade with the most weight on buttons, or else in tokens. */
function strongestShade(members: readonly Signal[]): Color | undefined {
  for (const kind of ['button', 'token'] as const) {
    const [best] = cluster(
      members.filter((signal) => signal.kind === kind),
      0.001,
    );
    if (best) return best.color;
  }
  return undefined;
}

/** Most buttons are minor; only those that stand out count. */
const minButtonScore = 1.5;

function fromButtons({ buttons, background }: BrandColorInput): Signal[] {
  return buttons
    .filter(({ score }) => score >= minButtonScore)
    .flatMap(({ button, fill, textColor, borderColor, score }): Signal[] => {
      const weight = hasSemanticName(button.classes) ? score * 0.3 : score;
      if (fill && distance(fill, background) > 0.06) return [{ color: fill, kind: 'button', weight }];
      const line = borderColor ?? textColor;
      const outlined = line && distance(line, background) > 0.06 ? [{ color: line, weight: weight * 0.3 }] : [];
      return outlined.filter(({ color }) => vividness(color) > 0.3).map((signal) => ({ ...signal, kind: 'button' }));
    });
}

const signalOfUse: Partial<Record<ColorUse['kind'], SignalKind>> = { icon: 'icon', border: 'border', active: 'active' };

/** The colors of unstyled links. */
const browserLinkColors = new Set(['#0000ee', '#551a8b']);

function fromPage({ evidence, background, link, textPrimary, logoColors }: BrandColorInput): Signal[] {
  const { texts, surfaces, colors, viewport, pageHeight, tags } = evidence;
  const pageArea = viewport.width * pageHeight;
  const signals: Signal[] = [];
  function add(color: Color | undefined, kind: SignalKind, weight: number) {
    if (color && vividness(color) > 0.1 && !browserLinkColors.has(color.hex)) signals.push({ color, kind, weight });
  }
  if (link && !(textPrimary && distance(link, textPrimary) < 0.05)) add(link, 'link', 2);

  for (const { zone, background: painted, gradient, area, count } of surfaces) {
    if (!isOwnZone(zone)) continue;
    const own = readColor(painted);
    const fill = own && own.alpha > 0.5 ? over(own, background) : undefined;
    const share = area / pageArea;
    for (const color of fill ? [fill] : gradientColors(gradient).slice(0, 2)) {
      add(color, 'surface', Math.min(share, 0.4) + Math.min(count, 10) * 0.003);
      if (zone === 'header' && area > 40_000) add(color, 'header', 1);
    }
  }

  const chars = texts.reduce((sum, text) => sum + (isOwnZone(text.zone) ? text.chars : 0), 0) || 1;
  for (const text of texts) {
    if (!isOwnZone(text.zone) || text.kind === 'link') continue;
    const front = readColor(text.color);
    const back = flatten(text.behind, background);
    const heading = /^h/.test(text.kind) ? 3 : 1;
    if (front && back) add(over(front, back), 'text', (text.chars * heading) / chars);
  }
  for (const { color, zone, kind, count } of colors) {
    const signalKind = signalOfUse[kind];
    if (signalKind && isOwnZone(zone)) add(readColor(color), signalKind, count);
  }
  for (const color of logoColors) add(readColor(color), 'logo', 0.7);
  for (const declared of declaredColors(tags)) add(readColor(declared), 'declared', 1);
  return signals;
}

/** The colors that the page declares for browser toolbars, tiles and mask icons. */
function declaredColors({ metas, links }: Evidence['tags']): string[] {
  const named = metas
    .filter(
      ({ name = '', media = '' }) => /^(?:theme-color|msapplication-tilecolor)$/i.test(name) && !/dark/.test(media),
    )
    .map(({ content = '' }) => content);
  const mask = links.filter(({ rel = '' }) => /mask-icon/i.test(rel)).map(({ color = '' }) => color);
  return [...named, ...mask];
}

/** Scales down a token whose color no element has: it may be a framework's default. */
const unusedTokenFactor = 0.1;

function fromTokens(tokens: readonly Token[], visible: readonly Signal[]): Signal[] {
  return tokens.flatMap(({ name, color }) => {
    const weight = brandWeight(name);
    if (weight === 0) return [];
    const isUsed = visible.some((signal) => distance(signal.color, color) < 0.03);
    return [{ color, kind: 'token' as const, weight: weight * (isUsed ? 1 : unusedTokenFactor) }];
  });
}
