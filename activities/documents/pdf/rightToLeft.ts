import { type Box, boxAround } from './geometry.ts';
import { columnGap, wordGap } from './segments.ts';
import { type Run, type Segment, textOf } from './text.ts';

/** Whether most of the text is written from right to left. */
export function isRightToLeft(runs: readonly Run[]): boolean {
  let balance = 0;
  for (const run of runs) if (/\p{L}/u.test(run.text)) balance += run.text.length * (run.isRightToLeft ? 1 : -1);
  return balance > 0;
}

/** Runs that are read from left to right among themselves: one of the line's own, or a foreign phrase or number. */
interface Phrase extends Box {
  runs: Run[];
}

/** The segments of a right-to-left line from its right end. Foreign phrases and numbers in it keep their own order. */
export function inRightToLeftOrder(segments: readonly Segment[]): Segment[] {
  const ordered: Segment[] = [];
  let end: Phrase | undefined;
  for (const phrase of phrasesOf(segments.flatMap(({ runs }) => runs))) {
    const size = Math.max(...phrase.runs.map((run) => run.size));
    const gap = end ? end.left - phrase.right : 0;
    end = phrase;
    const [first, ...rest] = phrase.runs;
    if (!first) continue;
    // Where words are apart is seen from their places: the spaces between them were drawn in another order.
    const runs = [{ ...first, isSpaced: gap > wordGap * size }, ...rest];
    const last = ordered.at(-1);
    if (last && gap < columnGap * size) last.runs.push(...runs);
    else ordered.push({ ...phrase, runs, size, baseline: first.baseline });
  }
  return ordered.map((segment) => ({ ...segment, ...boxAround(segment.runs), runs: unmirrored(segment.runs) }));
}

function phrasesOf(runs: readonly Run[]): Phrase[] {
  const phrases: Phrase[] = [];
  let isForeign = false;
  for (const run of runs.toSorted((a, b) => b.right - a.right)) {
    const { left, right, top, bottom } = run;
    const last = phrases.at(-1);
    const continues = isForeign && last;
    isForeign = !run.isRightToLeft && /[\p{L}\p{N}]/u.test(run.text);
    if (continues && isForeign && last.left - right < columnGap * run.size) {
      last.runs = [run, ...spacedByPlace(run, last.runs)];
      Object.assign(last, boxAround([last, run]));
    } else phrases.push({ left, right, top, bottom, runs: [run] });
  }
  return phrases;
}

function spacedByPlace(before: Run, [first, ...rest]: readonly Run[]): Run[] {
  return first ? [{ ...first, isSpaced: first.left - before.right > wordGap * first.size }, ...rest] : [];
}

const brackets = '()[]{}«»‹›<>';
const anyBracket = /[()[\]{}«»‹›<>]/g;

/**
 * Some documents say which bracket is seen, others which is meant: an opening one looks like a closing one in this
 * direction. Text that begins with a closing bracket and ends with an opening one was told by its looks.
 */
function unmirrored(runs: Run[]): Run[] {
  const found = textOf(runs).match(anyBracket) ?? [];
  const isOpening = (bracket: string | undefined) => brackets.indexOf(bracket ?? '') % 2 === 0;
  if (found.length < 2 || isOpening(found[0]) || !isOpening(found.at(-1))) return runs;
  const mirror = (bracket: string) => brackets[brackets.indexOf(bracket) ^ 1] ?? bracket;
  return runs.map((run) => ({ ...run, text: run.text.replace(anyBracket, mirror) }));
}
