import { type Box, boxAround, median } from './geometry.ts';

/** Something with a place on the page: a segment of text or a table. */
export interface Placed extends Box {
  /** How many characters it has, and whether most are letters. */
  length: number;
  isProse: boolean;
}

const minLines = 3;
/** Columns of prose have lines of about this many characters or more; those of tables have fewer. */
const minProseLength = 18;
const maxColumns = 4;
/** Pages with more are drawings. */
const maxPieces = 4_000;

interface Band<T> {
  spanning: T | undefined;
  left: T[];
  right: T[];
}

/**
 * The page in the order in which it is read: each part is a column, or what lies above, below or between columns. A
 * column ends where something reaches across the gutter.
 */
export function inReadingOrder<T extends Placed>(pieces: readonly T[], depth = 1): T[][] {
  if (pieces.length === 0) return [];
  if (depth >= maxColumns || pieces.length > maxPieces || pieces.length < 2 * minLines) return [[...pieces]];
  const sorted = pieces.toSorted((a, b) => a.top - b.top || a.left - b.left);
  const gutter = bestGutter(sorted);
  if (gutter === undefined) return [sorted];
  const parts: T[][] = [];
  let whole: T[] = [];
  for (const band of bandsAt(sorted, gutter)) {
    if (band.spanning) whole.push(band.spanning);
    if (areColumns(band)) {
      if (whole.length > 0) parts.push(whole);
      whole = [];
      parts.push(...inReadingOrder(band.left, depth + 1), ...inReadingOrder(band.right, depth + 1));
    } else whole.push(...band.left, ...band.right);
  }
  if (whole.length > 0) parts.push(whole);
  return parts;
}

/** Columns begin where several lines do. */
function bestGutter(pieces: readonly Placed[]): number | undefined {
  const starts = new Map<number, number>();
  for (const { left } of pieces) {
    const rounded = Math.round(left / 2) * 2;
    starts.set(rounded, (starts.get(rounded) ?? 0) + 1);
  }
  const { left, right } = boxAround(pieces);
  let best: number | undefined;
  let highest = 0;
  for (const [start, count] of starts) {
    if (count < minLines || start < left + 0.12 * (right - left)) continue;
    const x = start - 2;
    const score = bandsAt(pieces, x).reduce((sum, band) => sum + (areColumns(band) ? columnScore(band) : 0), 0);
    if (score > highest) {
      highest = score;
      best = x;
    }
  }
  return best;
}

function columnScore({ left, right }: Band<Placed>): number {
  return Math.min(left.length, right.length);
}

/** What lies left and right of a gutter, between the pieces that reach across it. */
function bandsAt<T extends Placed>(pieces: readonly T[], x: number): Band<T>[] {
  let band: Band<T> = { spanning: undefined, left: [], right: [] };
  const bands = [band];
  for (const piece of pieces) {
    if (piece.right <= x + 1) band.left.push(piece);
    else if (piece.left >= x - 1) band.right.push(piece);
    else {
      band = { spanning: piece, left: [], right: [] };
      bands.push(band);
    }
  }
  return bands;
}

function areColumns({ left, right }: Band<Placed>): boolean {
  if (left.length < minLines || right.length < minLines) return false;
  if (!isProse(left) || !isProse(right)) return false;
  const a = boxAround(left);
  const b = boxAround(right);
  const shared = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return shared > 0.4 * Math.min(a.bottom - a.top, b.bottom - b.top);
}

function isProse(pieces: readonly Placed[]): boolean {
  const { left, right } = boxAround(pieces);
  const prose = pieces.filter((piece) => piece.isProse);
  if (prose.length < 0.6 * pieces.length) return false;
  const width = median(pieces.map((piece) => piece.right - piece.left));
  return median(pieces.map(({ length }) => length)) >= minProseLength && width > 0.5 * (right - left);
}
