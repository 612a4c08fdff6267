import type { Colors, Palette } from '../../../contracts/results/branding.ts';
import type { ScoredButton } from '../buttons.ts';
import type { Evidence } from '../evidence.ts';
import { isDark } from './background.ts';
import { type BrandColor, brandColors } from './brand.ts';
import { type Color, distance } from './color.ts';
import { meaningColors } from './meanings.ts';
import { palette } from './palette.ts';
import { textColors } from './text.ts';
import { colorTokens, type FamilyToken, familyTokens } from './tokens.ts';

export interface DecidedColors {
  colorScheme: 'light' | 'dark';
  colors: Colors;
  palette: Palette;
  confidence: number;
  /** For the model to choose among: colours that were seen, with the reasons for each. */
  candidates: BrandColor[];
}

/** Two roles that look the same are one. */
const apart = 0.08;
const leastPrimary = 0.45;
const leastSecondary = 0.5;

interface Given {
  evidence: Evidence;
  background: Color;
  buttons: readonly ScoredButton[];
  logoColors: readonly string[];
}

export function decideColors({ evidence, background, buttons, logoColors }: Given): DecidedColors {
  const text = textColors(evidence, background);
  const tokens = colorTokens(evidence.variables);
  const candidates = brandColors({
    evidence,
    buttons,
    tokens,
    background,
    link: text.link,
    textPrimary: text.textPrimary,
    logoColors,
  });
  const [first, second] = candidates;
  const primary = first && first.score >= leastPrimary ? first.color : undefined;
  const trusted = primary ? siblingsOf(primary, familyTokens(tokens)) : [];
  const others = candidates.slice(1).filter(({ color }) => primary && distance(color, primary) > apart);
  const [secondary, accent] = supporting(primary, trusted, others);

  const colors: Colors = {};
  const roles = { primary, secondary, accent, background, ...text, ...meaningColors(evidence, trusted) };
  for (const [role, color] of Object.entries(roles)) if (color) Object.assign(colors, { [role]: color.hex });
  return {
    colorScheme: isDark(background) ? 'dark' : 'light',
    colors,
    palette: palette(evidence, background, colors),
    confidence: confidence(first, second, text.textPrimary !== undefined),
    candidates: candidates.slice(0, 12),
  };
}

/** Tokens that share a family with the one that holds the primary colour: the others of that family are the site's own too. */
function siblingsOf(primary: Color, tokens: readonly FamilyToken[]): FamilyToken[] {
  const families = new Set(
    tokens
      .filter(({ role, color }) => (role === 'primary' || role === 'brand') && distance(color, primary) < 0.05)
      .map(({ family }) => family),
  );
  return tokens.filter(({ family }) => families.has(family));
}

function supporting(
  primary: Color | undefined,
  trusted: readonly FamilyToken[],
  others: readonly BrandColor[],
): [Color | undefined, Color | undefined] {
  if (primary === undefined) return [undefined, undefined];
  const named = (role: string) =>
    trusted.find((token) => token.role === role && distance(token.color, primary) > apart)?.color;
  const strong = others.filter(({ score }) => score >= leastSecondary).map(({ color }) => color);
  const secondary = named('secondary') ?? strong[0];
  const free = (color: Color) => secondary === undefined || distance(color, secondary) > apart;
  const accent = [named('accent'), ...strong].find((color) => color !== undefined && free(color));
  return [secondary, accent];
}

/** Sure where much speaks for the first and little for the second. */
function confidence(first: BrandColor | undefined, second: BrandColor | undefined, hasText: boolean): number {
  const strength = Math.min(1, (first?.score ?? 0) / 5);
  const margin = first ? (first.score - (second?.score ?? 0)) / first.score : 0;
  const value = 0.3 + 0.4 * strength + 0.2 * margin + (hasText ? 0.1 : 0);
  return Math.round(Math.min(value, 0.97) * 100) / 100;
}
