import type { Spacing } from '../../contracts/results/branding.ts';
import type { ScoredButton } from './buttons.ts';
import type { Evidence } from './evidence.ts';

/** What designs count in, the usual one first: the others must fit clearly better. */
const units = [4, 5, 6] as const;
const clearlyBetter = 0.05;
const leastFit = 0.5;
/** Nearly all of what is seen must fit before twice the unit is believed: one 12 among eights speaks for fours. */
const doubleFit = 0.85;

export function decideSpacing(
  evidence: Evidence,
  buttons: readonly ScoredButton[],
): { spacing: Spacing; confidence: number } {
  const seen = evidence.spacings.filter(([px]) => px >= 2);
  const fitted = baseUnit(seen);
  const spacing: Spacing = {};
  if (fitted) spacing.baseUnit = fitted.unit;
  const radius = borderRadius(evidence.radii, buttons);
  if (radius !== undefined) spacing.borderRadius = radius;
  const scale = spacingScale(seen);
  if (scale.length > 0) spacing.scale = scale;
  const [container] = evidence.containers;
  if (container) spacing.containerWidth = `${container[0]}px`;
  const samples = seen.reduce((sum, [, count]) => sum + count, 0);
  const confidence = fitted ? fitted.fit * Math.min(1, 0.4 + samples / 150) : 0.2;
  return { spacing, confidence: Math.round(confidence * 100) / 100 };
}

type Counts = readonly (readonly [px: number, count: number])[];

/** The unit that distances are multiples of. How often a distance is repeated counts, but less and less. */
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
    (chosen, unit) => (fitOf(unit) > chosen.fit + clearlyBetter ? { unit, fit: fitOf(unit) } : chosen),
    { unit: usual as number, fit: fitOf(usual) },
  );
  if (best.fit < leastFit) return undefined;
  const double = { unit: best.unit * 2, fit: fitOf(best.unit * 2) };
  return double.fit >= doubleFit ? double : best;
}

/** Buttons show a design's corners best; then whatever is painted. */
function borderRadius(radii: Evidence['radii'], buttons: readonly ScoredButton[]): string | undefined {
  const strong = buttons.filter(({ score, fill, borderColor }) => score >= 2 && (fill || borderColor)).slice(0, 12);
  const counts = new Map<string, number>();
  for (const { button, score } of strong) {
    const value = cornerOf(button.radius, button.height);
    counts.set(value, (counts.get(value) ?? 0) + score);
  }
  const [ofButtons] = [...counts].sort((one, other) => other[1] - one[1]);
  if (ofButtons) return ofButtons[0];
  const round = radii.filter(([value]) => value !== '0px' && value !== 'pill');
  const [most] = round.length > 0 ? round : radii;
  return most === undefined ? undefined : most[0] === 'pill' ? '9999px' : most[0];
}

export function cornerOf(radius: string, height: number): string {
  const px = Number.parseFloat(radius);
  const pill = radius.includes('%') ? px >= 50 : px >= height / 2 - 0.5 && px > 0;
  return pill ? '9999px' : radius.includes('%') ? radius : `${Math.round(px * 10) / 10}px`;
}

/** The distances in use, in order, without those that were seen once. */
function spacingScale(spacings: Counts): number[] {
  return spacings
    .filter(([px, count]) => count >= 2 && Number.isInteger(px))
    .slice(0, 8)
    .map(([px]) => px)
    .sort((one, other) => one - other);
}
