import type { Box } from './geometry.ts';

/** How a piece of text is set. */
export interface TextStyle {
  size: number;
  isBold: boolean;
  isItalic: boolean;
  isMonospaced: boolean;
}

/** A piece of text in one style on one line. */
export interface Run extends Box, TextStyle {
  text: string;
  baseline: number;
  isRightToLeft: boolean;
  /** Whether white space stands before it. */
  isSpaced: boolean;
  href?: string | undefined;
}

/** Runs that follow each other on a line with no more than a space between them. */
export interface Segment extends Box {
  runs: Run[];
  baseline: number;
  size: number;
}

/** The segments at one height of a column, in the order in which they are read. */
export interface Line extends Box {
  segments: Segment[];
  baseline: number;
  size: number;
}

export function textOf(runs: readonly Run[]): string {
  let text = '';
  for (const run of runs) text += (run.isSpaced && text ? ' ' : '') + run.text;
  return text.trim();
}

/** The words of a run, each at its place as far as letters are about equally wide. */
export function wordsOf(run: Run): Run[] {
  const unit = (run.right - run.left) / run.text.length;
  return Array.from(run.text.matchAll(/\S+/g), ({ 0: text, index }) => {
    const end = index + text.length;
    const [left, right] = run.isRightToLeft
      ? [run.right - end * unit, run.right - index * unit]
      : [run.left + index * unit, run.left + end * unit];
    return { ...run, text, left, right, isSpaced: index > 0 || run.isSpaced };
  });
}

export function lineText({ segments }: Pick<Line, 'segments'>): string {
  return segments.map(({ runs }) => textOf(runs)).join(' ');
}

export function runsOf({ segments }: Pick<Line, 'segments'>): Run[] {
  return segments.flatMap(({ runs }, index) => {
    const [first, ...rest] = runs;
    return index === 0 || !first ? runs : [{ ...first, isSpaced: true }, ...rest];
  });
}

/** Whether all, or nearly all, of the text is so. */
export function isMostly(runs: readonly Run[], test: (run: Run) => boolean): boolean {
  let all = 0;
  let matching = 0;
  for (const run of runs) {
    const length = run.text.trim().length;
    all += length;
    if (test(run)) matching += length;
  }
  return all > 0 && matching >= 0.9 * all;
}
