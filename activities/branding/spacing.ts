import type { Spacing } from '../../contracts/results/branding.ts';
import type { ScoredButton } from './buttons.ts';
import type { Evidence } from './evidence.ts';

/** Tried from the coarsest on: whatever is a multiple of 8 is one of 4 too. */
const units = [10, 8, 6, 5, 4] as const;
/** This much of what is seen must fit; the rest is hand-set. */
const goodFit = 0.75;

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
  const fits = units.map((unit) => {
    const fitting = weighted.filter(({ px }) => Math.abs(px - Math.round(px / unit) * unit) <= 0.26 && px >= unit);
    return { unit, fit: fitting.reduce((sum, { weight }) => sum + weight, 0) / total };
  });
  const four = fits.find(({ unit }) => unit === 4)?.fit ?? 0;
  // Tens and fives are rare and easily mistaken, so they must be clearly better than what nearly everybody uses.
  const [best] = fits
    .filter(({ fit, unit }) => fit >= goodFit && (unit === 8 || unit === 4 || fit > four + 0.15))
    .sort((one, other) => other.unit - one.unit);
  return best ?? (four >= 0.5 ? { unit: 4, fit: four } : undefined);
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
