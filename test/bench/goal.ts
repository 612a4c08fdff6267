import type { Row } from './row.ts';

interface Goal {
  goal: number;
  /** What was reached: less than this is a loss, and fails the bench. */
  held: number;
}

/** A score between 0 and 1 beside its goal; it fails if what was once reached is lost. */
export function scoreRow(what: string, score: number, { goal, held }: Goal): Row {
  const target = held >= goal ? `≥ ${goal}` : `≥ ${goal}, held ≥ ${held}`;
  return { what, measured: score.toFixed(3), target, reached: score >= held };
}
