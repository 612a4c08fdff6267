import { type Box, isInside } from './geometry.ts';
import { type Run, wordsOf } from './text.ts';

export interface Link {
  href: string;
  box: Box;
}

/** Gives the runs under a link its address. A run of which only some words are linked is divided at their ends. */
export function withLinks(runs: readonly Run[], links: readonly Link[]): Run[] {
  if (links.length === 0) return [...runs];
  return runs.flatMap((run) => {
    const middle = (run.top + run.bottom) / 2;
    const over = links.filter(
      ({ box }) => box.left < run.right && box.right > run.left && middle >= box.top && middle <= box.bottom,
    );
    return over.length === 0 ? [run] : divide(run, over, middle);
  });
}

/** The width of a word is estimated by its letters, so the middle of the word decides. */
function divide(run: Run, links: readonly Link[], middle: number): Run[] {
  const parts: Run[] = [];
  for (const word of wordsOf(run)) {
    const href = links.find(({ box }) => isInside((word.left + word.right) / 2, middle, box))?.href;
    const last = parts.at(-1);
    if (last && last.href === href) {
      last.text += ` ${word.text}`;
      last.left = Math.min(last.left, word.left);
      last.right = Math.max(last.right, word.right);
    } else parts.push({ ...word, href });
  }
  return parts;
}
