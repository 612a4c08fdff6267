import type { Run } from './text.ts';

/** How many neighbors, in the order of drawing, the letter of a mark is looked for among. */
const reach = 3;

/**
 * The runs with each combining mark behind its letter. Vowel signs and accents are drawn at places of their own, so they
 * come as runs of their own, between letters or apart from them.
 */
export function withMarksAttached(runs: readonly Run[]): Run[] {
  const texts = runs.map(({ text }) => text);
  const attached = new Set<number>();
  for (const [at, mark] of runs.entries()) {
    if (!/^\p{M}+$/u.test(mark.text.trim())) continue;
    const near = Array.from({ length: 2 * reach + 1 }, (_, n) => at - reach + n).filter((n) => n !== at);
    const letter = near.findLast((n) => isOver(mark, runs[n]));
    const run = letter === undefined ? undefined : runs[letter];
    if (letter === undefined || !run) continue;
    texts[letter] = insertMark(texts[letter] ?? '', run, mark);
    attached.add(at);
  }
  if (attached.size === 0) return [...runs];
  return runs.flatMap((run, at) => (attached.has(at) ? [] : [{ ...run, text: texts[at] ?? run.text }]));
}

function middle({ left, right }: Run): number {
  return (left + right) / 2;
}

function isOver(mark: Run, run: Run | undefined): boolean {
  if (!run || !/\p{L}/u.test(run.text)) return false;
  const at = middle(mark);
  return at >= run.left && at <= run.right && Math.abs(mark.baseline - run.baseline) < run.size;
}

/** Behind the letter that it stands over, as far as letters are about equally wide. */
function insertMark(text: string, run: Run, mark: Run): string {
  const share = (middle(mark) - run.left) / (run.right - run.left);
  const letters = text.match(/\P{M}\p{M}*/gu) ?? [text];
  const index = Math.floor((run.isRightToLeft ? 1 - share : share) * letters.length);
  const at = Math.min(Math.max(index, 0), letters.length - 1);
  return [...letters.slice(0, at + 1), mark.text.trim(), ...letters.slice(at + 1)].join('');
}
