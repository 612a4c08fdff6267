import { type Box, isInside } from './geometry.ts';
import type { Run } from './text.ts';

/** How far a bullet stands from its text, in sizes of the text. */
const maxDistance = 2.5;
/** A page with more of them has a drawing. */
const maxDots = 500;

/** The runs with a bullet before each that has a dot drawn before it, at the height of its letters. */
export function withDrawnBullets(runs: readonly Run[], dots: readonly Box[]): Run[] {
  if (dots.length === 0 || dots.length > maxDots) return [...runs];
  return runs.flatMap((run) => {
    const dot = dots.find((each) => isBeside(run, each));
    if (!dot || hasTextBefore(run, runs)) return [run];
    const { left, right } = dot;
    return [
      { ...run, left, right, text: '•', isSpaced: false, href: undefined },
      { ...run, isSpaced: true },
    ];
  });
}

function isBeside(run: Run, dot: Box): boolean {
  if (dot.right - dot.left > 0.7 * run.size) return false;
  const reach = maxDistance * run.size;
  const zone = run.isRightToLeft
    ? { left: run.right, right: run.right + reach }
    : { left: run.left - reach, right: run.left };
  return isInside((dot.left + dot.right) / 2, (dot.top + dot.bottom) / 2, {
    ...zone,
    // Within the height of small letters: a dot at the foot or above is punctuation, or part of a drawing.
    top: run.baseline - 0.8 * run.size,
    bottom: run.baseline - 0.05 * run.size,
  });
}

/** Whether the run goes on with a line, which no bullet stands within. */
function hasTextBefore(run: Run, runs: readonly Run[]): boolean {
  const reach = maxDistance * run.size;
  return runs.some(
    (other) =>
      other !== run &&
      Math.abs(other.baseline - run.baseline) < 0.3 * run.size &&
      (run.isRightToLeft
        ? other.left >= run.right - 1 && other.left < run.right + reach
        : other.right <= run.left + 1 && other.right > run.left - reach),
  );
}
