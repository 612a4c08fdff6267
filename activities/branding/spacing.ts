import type { Spacing } from '../../contracts/results/branding.ts';
import type { ScoredButton } from './buttons.ts';
import type { Evidence } from './evidence.ts';

/** Common base units in pixels, the usual one first. The others must fit better by `minAdvantage`. */
const units = [4, 5, 6] as const;
const minAdvantage = 0.05;
const minFit = 0.5;
/** Twice the unit is taken only if nearly all distances fit: a single 12 among multiples of 8 means a unit of 4. */
const minDoubleFit = 0.85;

export function decideSpacing(
  evidence: Evidence,
  buttons: readonly ScoredButton[],
): { spacing: Spacing; confidence: number } {
  const distances = evidence.spacings.filter(([px]) => px >= 2);
  const fitted = baseUnit(distances);
  const spacing: Spacing = {};
  if (fitted) spacing.baseUnit = fitted.unit;
  const radius = borderRadius(evidence.radii, buttons);
  if (radius !== undefined) spacing.borderRadius = radius;
  const scale = spacingScale(distances);
  if (scale.length > 0) spacing.scale = scale;
  const [container] = evidence.containers;
  if (container) spacing.containerWidth = `${container[0]}px`;
  const samples = distances.reduce((sum, [, count]) => sum + count, 0);
  const confidence = fitted ? fitted.fit * Math.min(1, 0.4 + samples / 150) : 0.2;
  return { spacing, confidence: Math.round(confidence * 100) / 100 };
}

type Counts = readonly (readonly [px: number, count: number])[];

/** The unit that distances are multiples of. A distance that is repeated often counts by the square root. */
export function baseUnit(spacings: Counts): { unit: number; fit: number } | undefined {
  const weighted = spacings.map(([px, count]) => ({ px, weight: Math.sqrt(count) }));
  const total = weighted.reduce((sum, { weight }) => sum + weight, 0);
  if (weighted.length < 3) return undefined;
  function fitOf(unit: number): number {
    const fitting = weighted.filter(({ px }) => Math.abs(px - Math.round(px / unit) * unit) <= 0.26 && px >= unit);
    return fitting.reduce((sum, { weight }) => sum + weight, 0) / total;
  }
  const [usual, ...others] = units;
  const best = others.reduce(
    (chosen, unit) => (fitOf(unit) > chosen.fit + minAdvantage ? { unit, fit: fitOf(unit) } : chosen),
    { unit: usual as number, fit: fitOf(usual) },
  );
  if (best.fit < minFit) return undefined;
  const double = { unit: best.unit * 2, fit: fitOf(best.unit * 2) };
  return double.fit >= minDoubleFit ? double : best;
}

/** The corners of strong buttons show a design best; without any, those of painted boxes count. */
function borderRadius(radii: Evidence['radii'], buttons: readonly ScoredButton[]): string | undefined {
  const strong = buttons.filter(({ score, fill, borderColor }) => score >= 2 && (fill || borderColor)).slice(0, 12);
  const counts = new Map<string, number>();
  for (const { button, score } of strong) {
    const value = cornerRadiusOf(button.radius, button.height);
    counts.set(value, (counts.get(value) ?? 0) + score);
  }
  const [commonest] = [...counts].sort((one, other) => other[1] - one[1]);
  if (commonest) return commonest[0];
  const round = radii.filter(([value]) => value !== '0px' && value !== 'pill');
  const [most] = round.length > 0 ? round : radii;
  return most === undefined ? undefined : most[0] === 'pill' ? '9999px' : most[0];
}

/** A corner that is as round as its box allows becomes `9999px`, as in a pill. */
export function cornerRadiusOf(radius: string, height: number): string {
  const px = Number.parseFloat(radius);
  const pill = radius.includes('%') ? px >= 50 : px >= height / 2 - 0.5 && px > 0;
  return pill ? '9999px' : radius.includes('%') ? radius : `${Math.round(px * 10) / 10}px`;
}

/** The distances in use, sorted, without those that occur once. */
function spacingScale(spacings: Counts): number[] {
  return spacings
    .filter(([px, count]) => count >= 2 && Number.isInteger(px))
    .slice(0, 8)
    .map(([px]) => px)
    .sort((one, other) => one - other);
}
