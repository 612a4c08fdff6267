import { diffArrays } from 'diff';

/** A stretch of lines that differs, between two that do not. */
export interface Hunk {
  /** The equal line before it; empty at the start. */
  previous: string;
  removed: string[];
  added: string[];
  /** The equal line behind it; empty at the end. */
  next: string;
  /** How many lines of the new text stand before it. */
  at: number;
}

/** More edits than this are a new text rather than a change. The search for them takes quadratic time. */
const maxEdits = 2_000;
/** The search for one page may hold up its process for this long. */
const timeoutMs = 250;

/**
 * Where two texts differ, line by line; undefined if they have too little in common to say. Lines with the same key count
 * as equal.
 */
export function hunksBetween(
  before: readonly string[],
  after: readonly string[],
  keyOf: (line: string) => string = (line) => line,
): Hunk[] | undefined {
  const keys = new Map([...before, ...after].map((line) => [line, keyOf(line)]));
  const parts = diffArrays([...before], [...after], {
    maxEditLength: maxEdits,
    timeout: timeoutMs,
    comparator: (left, right) => keys.get(left) === keys.get(right),
  });
  if (!parts) return undefined;
  const hunks: Hunk[] = [];
  let open: Hunk | undefined;
  let previous = '';
  let at = 0;
  for (const { value, added, removed } of parts) {
    if (added || removed) {
      open ??= { previous, removed: [], added: [], next: '', at };
      open[added ? 'added' : 'removed'].push(...value);
      if (added) at += value.length;
      continue;
    }
    if (open) hunks.push({ ...open, next: value[0] ?? '' });
    open = undefined;
    previous = value.at(-1) ?? previous;
    at += value.length;
  }
  if (open) hunks.push(open);
  return hunks;
}
