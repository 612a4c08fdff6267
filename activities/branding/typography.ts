import type { Typography } from '../../contracts/results/branding.ts';
import type { ScoredButton } from './buttons.ts';
import { type Evidence, isOwnZone, type TextKind, type TextStyle } from './evidence.ts';
import { familiesIn, intendedFamily, isIconStack } from './fontFamilies.ts';

type TextsOf = (...kinds: TextKind[]) => TextStyle[];

/** Font families, sizes and weights, each by the number of letters that have it. */
export function decideTypography(
  evidence: Evidence,
  buttons: readonly ScoredButton[],
): { typography: Typography; confidence: number } {
  const texts = evidence.texts.filter(({ family }) => !isIconStack(family));
  const textsOf: TextsOf = (...kinds) =>
    texts.filter(({ kind, zone }) => kinds.includes(kind) && (isOwnZone(zone) || (kind === 'code' && zone === 'code')));
  const body = textsOf('text', 'link', 'small');
  const bodySize = mode(textsOf('text'), sizeOf) ?? mode(body, sizeOf);
  const headings = headingsAmong(textsOf, bodySize ?? 16);
  const code = textsOf('code').filter(({ family }) => /mono|code|courier|consol|menlo|monaco/i.test(family));

  const primaryStack = mode(body, ({ family }) => family) ?? evidence.root.bodyFamily;
  const families = intendedFamilies(evidence, {
    primary: primaryStack,
    heading: mode(headings, ({ family }) => family, bySize),
    code: mode(code, ({ family }) => family),
  });
  const typography: Typography = {
    ...(families.length > 0 && {
      fontFamilies: Object.fromEntries(families.map(({ use, family }) => [use, family])),
      fontStacks: Object.fromEntries(families.map(({ use, stack }) => [use, familiesIn(stack)])),
    }),
    fontSizes: fontSizes(textsOf, bodySize),
    lineHeights: withoutUndefined({ heading: mode(headings, lineHeight), body: mode(body, lineHeight) }),
    fontWeights: withoutUndefined({
      heading: mode(headings, ({ weight }) => weight, bySize),
      body: mode(textsOf('text'), ({ weight }) => weight) ?? mode(body, ({ weight }) => weight),
      button: buttons[0]?.button.weight,
    }),
  };

  const chars = totalChars(body);
  const inPrimary = totalChars(body.filter(({ family }) => family === primaryStack));
  const certainty = families.every(({ isConfirmed }) => isConfirmed) ? 1 : 0.6;
  const confidence =
    chars === 0 ? 0.2 : (0.4 + 0.4 * (inPrimary / chars) + (headings.length > 0 ? 0.2 : 0)) * certainty;
  return { typography, confidence: round(confidence, 2) };
}

function intendedFamilies(evidence: Evidence, stacks: Record<string, string | undefined>) {
  return Object.entries(stacks).flatMap(([use, stack = '']) => {
    const intended = intendedFamily(stack, evidence);
    return intended === undefined ? [] : [{ use, stack, ...intended }];
  });
}

function fontSizes(textsOf: TextsOf, bodySize: number | undefined): Record<string, string> {
  const sizes = {
    h1: mode(textsOf('h1'), sizeOf),
    h2: mode(textsOf('h2'), sizeOf),
    h3: mode(textsOf('h3'), sizeOf),
    body: bodySize,
    small: smallSize(textsOf, bodySize),
  };
  return Object.fromEntries(
    Object.entries(sizes).flatMap(([use, size]) => (size === undefined ? [] : [[use, `${round(size, 1)}px`]])),
  );
}

/** Headings that are larger than text; if the page has no heading elements, large text. */
function headingsAmong(textsOf: TextsOf, bodySize: number): TextStyle[] {
  const headings = textsOf('h1', 'h2', 'h3', 'heading');
  const large = headings.filter(({ sizePx }) => sizePx > bodySize * 1.1);
  if (headings.length > 0) return large.length > 0 ? large : headings;
  return textsOf('text').filter(({ sizePx }) => sizePx >= bodySize * 1.5);
}

/** The size of `small` elements, or else the commonest size below the body's, if it is used enough. */
function smallSize(textsOf: TextsOf, bodySize = 16): number | undefined {
  const small = mode(textsOf('small'), sizeOf);
  if (small !== undefined && small < bodySize) return small;
  const texts = textsOf('text', 'link');
  const smaller = texts.filter(({ sizePx }) => sizePx <= bodySize - 1 && sizePx >= 9);
  return totalChars(smaller) >= totalChars(texts) * 0.01 ? mode(smaller, sizeOf) : undefined;
}

function sizeOf({ sizePx }: TextStyle) {
  return sizePx;
}

function totalChars(texts: readonly TextStyle[]): number {
  return texts.reduce((sum, { chars }) => sum + chars, 0);
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

/** The value that most letters have: the weighted mode. */
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

function withoutUndefined(values: Record<string, number | undefined>) {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

function round(value: number, digits: number) {
  return Number(value.toFixed(digits));
}
