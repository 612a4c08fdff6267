import { boxAround, verticalOverlap } from './geometry.ts';
import type { Run, Segment } from './text.ts';

/** A gap that is wider than this many times the size of the text is between columns, not between words. */
export const columnGap = 1.1;
export const wordGap = 0.18;

function createSegment(run: Run): Segment {
  const { left, right, top, bottom, baseline, size } = run;
  return { left, right, top, bottom, baseline, size, runs: [run] };
}

/** Right-to-left text is drawn from either end, depending on what made the document. */
function gapBetween(segment: Segment, run: Run): number {
  const ahead = run.left - segment.right;
  return run.isRightToLeft ? Math.max(ahead, segment.left - run.right) : ahead;
}

function follows(segment: Segment, run: Run): boolean {
  const gap = gapBetween(segment, run);
  const size = Math.max(segment.size, run.size);
  return verticalOverlap(segment, run) > 0.5 && gap < columnGap * size && gap > -0.7 * size;
}

function append(segment: Segment, run: Run): void {
  const gap = gapBetween(segment, run);
  const isSpaced = run.isSpaced || gap > wordGap * Math.min(run.size, segment.size);
  segment.runs.push(isSpaced === run.isSpaced ? run : { ...run, isSpaced });
  Object.assign(segment, boxAround([segment, run]));
  // A superscript does not move the line that it belongs to.
  if (run.size > segment.size) Object.assign(segment, { size: run.size, baseline: run.baseline });
}

/** Documents mostly draw the words of a line one after the other; the others are brought together afterwards. */
export function toSegments(runs: readonly Run[]): Segment[] {
  const segments: Segment[] = [];
  for (const run of runs) {
    const last = segments.at(-1);
    if (last && follows(last, run)) append(last, run);
    else segments.push(createSegment(run));
  }
  return mergeNeighbors(segments);
}

function mergeNeighbors(segments: readonly Segment[]): Segment[] {
  const merged: Segment[] = [];
  const sorted = segments.toSorted((a, b) => a.baseline - b.baseline || a.left - b.left);
  for (const segment of sorted) {
    const near = findLeftNeighbor(merged, segment);
    if (!near) merged.push(segment);
    else for (const run of segment.runs) append(near, run);
  }
  return merged;
}

/** Only the last ones can be at the same height, since they are sorted. */
function findLeftNeighbor(merged: readonly Segment[], { baseline, size, left, runs }: Segment): Segment | undefined {
  for (let index = merged.length - 1; index >= 0; index--) {
    const other = merged[index];
    if (!other || other.baseline < baseline - 0.5 * size) return undefined;
    const gap = left - other.right;
    const limit = runs[0]?.isSpaced ? columnGap : 0.5;
    if (Math.abs(other.baseline - baseline) < 0.2 * size && gap > -0.2 * size && gap < limit * size) return other;
  }
  return undefined;
}
