import type { Typography } from '../../contracts/results/branding.ts';
import type { ScoredButton } from './buttons.ts';
import { type Evidence, isOwn, type TextKind, type TextStyle } from './evidence.ts';
import { familiesIn, familyMeant, isIconStack } from './families.ts';

/** Fonts, their sizes and weights, each by the letters that are set in it. */
export function decideTypography(
  evidence: Evidence,
  buttons: readonly ScoredButton[],
): { typography: Typography; confidence: number } {
  const all = evidence.texts.filter(({ zone, family }) => (isOwn(zone) || zone === 'code') && !isIconStack(family));
  const of = (...kinds: TextKind[]) =>
    all.filter(({ kind, zone }) => kinds.includes(kind) && (isOwn(zone) || kind === 'code'));
  const body = of('text', 'link', 'small');
  const bodySize = mode(of('text'), ({ sizePx }) => sizePx) ?? mode(body, ({ sizePx }) => sizePx);
  const headings = headingsAmong(of, bodySize ?? 16);
  const code = of('code').filter(({ family }) => /mono|code|courier|consol|menlo|monaco/i.test(family));

  const stacks = {
    primary: mode(body, ({ family }) => family) ?? evidence.root.bodyFamily,
    heading: mode(headings, ({ family }) => family, bySize),
    code: mode(code, ({ family }) => family),
  };
  const typography: Typography = {};
  const families: [string, string, boolean][] = [];
  for (const [use, stack] of Object.entries(stacks)) {
    const meant = stack === undefined ? undefined : familyMeant(stack, evidence);
    if (stack === undefined || meant === undefined) continue;
    typography.fontFamilies = { ...typography.fontFamilies, [use]: meant.family };
    typography.fontStacks = { ...typography.fontStacks, [use]: familiesIn(stack) };
    families.push([use, meant.family, meant.founded]);
  }
  const button = buttons[0]?.button.weight;
  const sizes = {
    h1: mode(of('h1'), ({ sizePx }) => sizePx),
    h2: mode(of('h2'), ({ sizePx }) => sizePx),
    h3: mode(of('h3'), ({ sizePx }) => sizePx),
    body: bodySize,
    small: smallSize(of, bodySize),
  };
  typography.fontSizes = Object.fromEntries(
    Object.entries(sizes).flatMap(([use, size]) => (size === undefined ? [] : [[use, `${round(size, 1)}px`]])),
  );
  typography.lineHeights = present({ heading: mode(headings, lineHeight), body: mode(body, lineHeight) });
  typography.fontWeights = present({
    heading: mode(headings, ({ weight }) => weight, bySize),
    body: mode(of('text'), ({ weight }) => weight) ?? mode(body, ({ weight }) => weight),
    button,
  });

  const chars = body.reduce((sum, { chars }) => sum + chars, 0);
  const agreeing = body.filter(({ family }) => family === stacks.primary).reduce((sum, { chars }) => sum + chars, 0);
  const founded = families.every(([, , founded]) => founded) ? 1 : 0.6;
  const confidence = chars === 0 ? 0.2 : (0.4 + 0.4 * (agreeing / chars) + (headings.length > 0 ? 0.2 : 0)) * founded;
  return { typography, confidence: round(confidence, 2) };
}

/** Headings that look like it; where no element is called one, large text is. */
function headingsAmong(of: (...kinds: TextKind[]) => TextStyle[], bodySize: number): TextStyle[] {
  const called = of('h1', 'h2', 'h3', 'heading');
  const large = called.filter(({ sizePx }) => sizePx > bodySize * 1.1);
  if (called.length > 0) return large.length > 0 ? large : called;
  return of('text').filter(({ sizePx }) => sizePx >= bodySize * 1.5);
}

function smallSize(of: (...kinds: TextKind[]) => TextStyle[], bodySize = 16): number | undefined {
  const small = mode(of('small'), ({ sizePx }) => sizePx);
  if (small !== undefined && small < bodySize) return small;
  const texts = of('text', 'link');
  const chars = texts.reduce((sum, text) => sum + text.chars, 0);
  const smaller = texts.filter(({ sizePx }) => sizePx <= bodySize - 1 && sizePx >= 9);
  const enough = smaller.reduce((sum, text) => sum + text.chars, 0) >= chars * 0.01;
  return enough ? mode(smaller, ({ sizePx }) => sizePx) : undefined;
}

function lineHeight({ lineHeightPx, sizePx }: TextStyle) {
  return lineHeightPx === null ? undefined : round(lineHeightPx / sizePx, 2);
}
function byChars({ chars }: TextStyle) {
  return chars;
}
function bySize({ chars, sizePx }: TextStyle) {
  return chars * sizePx ** 2;
}

/** The value that most letters have. */
function mode<V>(
  texts: readonly TextStyle[],
  value: (text: TextStyle) => V | undefined,
  weight = byChars,
): V | undefined {
  const sums = new Map<V, number>();
  for (const text of texts) {
    const key = value(text);
    if (key !== undefined) sums.set(key, (sums.get(key) ?? 0) + weight(text));
  }
  return [...sums].sort((one, other) => other[1] - one[1])[0]?.[0];
}

function present(values: Record<string, number | undefined>) {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

function round(value: number, digits: number) {
  return Number(value.toFixed(digits));
}
