import type { Colors, Palette } from '../../../contracts/results/branding.ts';
import type { ScoredButton } from '../buttons.ts';
import type { Evidence } from '../evidence.ts';
import { isDark } from './background.ts';
import { type BrandColor, brandColors } from './brandColors.ts';
import { type Color, distance } from './color.ts';
import { buildPalette } from './palette.ts';
import { semanticColors } from './semanticColors.ts';
import { textColors } from './text.ts';
import { colorTokens, type FamilyToken, familyTokens } from './tokens.ts';

export interface DecidedColors {
  colorScheme: 'light' | 'dark';
  colors: Colors;
  palette: Palette;
  confidenceOf: number;
  /** Colors on the page with the reasons for each, for the model to choose from. */
  candidates: BrandColor[];
}

/** Closer colors look the same and cannot have two roles. */
const minRoleDistance = 0.08;
const minPrimaryScore = 0.45;
const minSecondaryScore = 0.5;

interface ColorEvidence {
  evidence: Evidence;
  background: Color;
  buttons: readonly ScoredButton[];
  logoColors: readonly string[];
}

/** Assigns the page's colors to roles. */
export function decideColors({ evidence, background, buttons, logoColors }: ColorEvidence): DecidedColors {
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
  const primary = first && first.score >= minPrimaryScore ? first.color : undefined;
  const ownTokens = primary ? siblingsOf(primary, familyTokens(tokens)) : [];
  const others = candidates.slice(1).filter(({ color }) => primary && distance(color, primary) > minRoleDistance);
  const [secondary, accent] = supportingColors(primary, ownTokens, others);

  const colors: Colors = {};
  const roles = { primary, secondary, accent, background, ...text, ...semanticColors(evidence, ownTokens) };
  for (const [role, color] of Object.entries(roles)) if (color) Object.assign(colors, { [role]: color.hex });
  return {
    colorScheme: isDark(background) ? 'dark' : 'light',
    colors,
    palette: buildPalette(evidence, background, colors),
    confidenceOf: confidence(first, second, text.textPrimary !== undefined),
    candidates: candidates.slice(0, 12),
  };
}

/** The tokens of the primary color's family. If the site uses one token of a family, the others are its own too. */
function siblingsOf(primary: Color, tokens: readonly FamilyToken[]): FamilyToken[] {
  const families = new Set(
    tokens
      .filter(({ role, color }) => (role === 'primary' || role === 'brand') && distance(color, primary) < 0.05)
      .map(({ family }) => family),
  );
  return tokens.filter(({ family }) => families.has(family));
}

/** The secondary and the accent color: by the site's own tokens, else by score. */
function supportingColors(
  primary: Color | undefined,
  ownTokens: readonly FamilyToken[],
  others: readonly BrandColor[],
): [Color | undefined, Color | undefined] {
  if (primary === undefined) return [undefined, undefined];
  const tokenColor = (role: string) =>
    ownTokens.find((token) => token.role === role && distance(token.color, primary) > minRoleDistance)?.color;
  const strong = others.filter(({ score }) => score >= minSecondaryScore).map(({ color }) => color);
  const secondary = tokenColor('secondary') ?? strong[0];
  const isUnused = (color: Color) => secondary === undefined || distance(color, secondary) > minRoleDistance;
  const accent = [tokenColor('accent'), ...strong].find((color) => color !== undefined && isUnused(color));
  return [secondary, accent];
}

/** High if the first candidate has a high score and the second a low one. */
function confidence(first: BrandColor | undefined, second: BrandColor | undefined, hasText: boolean): number {
  const strength = Math.min(1, (first?.score ?? 0) / 5);
  const margin = first ? (first.score - (second?.score ?? 0)) / first.score : 0;
  const value = 0.3 + 0.4 * strength + 0.2 * margin + (hasText ? 0.1 : 0);
  return Math.round(Math.min(value, 0.97) * 100) / 100;
}
