import { Failure } from '../../../contracts/failures.ts';
import { maxUrls } from '../../../contracts/requests/batchScrape.ts';

/** The positions of a job whose pages a caller has had: all below `end` except the gaps. */
export interface SeenPages {
  gaps: readonly number[];
  end: number;
}

const cursorForm = /^\d+(?:\.\d+\.\d+)*$/;
/** Servers refuse longer request lines from about 8,000 characters on. */
const maxCursorLength = 4_000;

/**
 * A cursor is the lengths of runs of positions, in turn seen and not seen. The caller keeps it, so any gateway can go on
 * where another one has ended. An empty one has seen nothing.
 */
export function parseCursor(text: string): SeenPages {
  if (text === '') return { gaps: [], end: 0 };
  const runs = text.length <= maxCursorLength && cursorForm.test(text) ? text.split('.').map(Number) : [];
  const end = runs.reduce((sum, length) => sum + length, 0);
  if (runs.length === 0 || end > maxUrls)
    throw new Failure('InvalidRequest', '`cursor` must be one that an answer of this job has given, or empty.');
  const gaps: number[] = [];
  let position = 0;
  for (const [at, length] of runs.entries()) {
    const isGap = at % 2 === 1;
    if (isGap) for (let offset = 0; offset < length; offset += 1) gaps.push(position + offset);
    position += length;
  }
  return { gaps, end };
}

export function cursorOf({ gaps, end }: SeenPages): string {
  const runs: number[] = [];
  let position = 0;
  for (let at = 0; at < gaps.length; ) {
    const start = gaps[at] ?? end;
    let after = start;
    for (; gaps[at] === after; at += 1) after += 1;
    runs.push(start - position, after - start);
    position = after;
  }
  return [...runs, end - position].join('.');
}

interface Added {
  /** The positions of the pages that the caller gets now, in their order. */
  positions: readonly number[];
  /** Whether pages may still settle; once they may not, a position that was passed over stays empty. */
  isRunning: boolean;
}

export function addSeen({ gaps, end }: SeenPages, { positions, isRunning }: Added): SeenPages {
  const last = positions.at(-1) ?? -1;
  const newEnd = Math.max(end, last + 1);
  const added = new Set(positions);
  const open = [...gaps];
  for (let position = end; position < newEnd; position += 1) open.push(position);
  return { gaps: open.filter((gap) => !added.has(gap) && (isRunning || gap > last)), end: newEnd };
}

/** As many of these positions, from the first on, as a cursor has room for. */
export function fittingCursor(seen: SeenPages, { positions, isRunning }: Added): { cursor: string; count: number } {
  for (let count = positions.length; ; count -= 1) {
    const cursor = cursorOf(addSeen(seen, { positions: positions.slice(0, count), isRunning }));
    if (cursor.length <= maxCursorLength || count === 0) return { cursor, count };
  }
}
