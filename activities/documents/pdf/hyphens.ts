/** Mends words that are divided at the end of a line. */
export interface Hyphens {
  /** What the first text loses at its end when the second one follows on the next line. */
  join(before: string, after: string): { dropped: number; isSpaced: boolean };
}

/** Scripts that are written without spaces. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]$/u;
const startsUnspaced = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}，。、]/u;

/** Whether a hyphen belongs to the word is looked up in the words that the rest of the document has. */
export function createHyphens(lines: Iterable<string>): Hyphens {
  const words = new Set<string>();
  for (const line of lines) for (const word of line.toLowerCase().match(/[\p{L}-]{3,}/gu) ?? []) words.add(word);
  return {
    join(before, after) {
      if (before.endsWith('\u00ad')) return { dropped: 1, isSpaced: false };
      const [, head] = /(\p{L}+)[-‐]$/u.exec(before) ?? [];
      const [tail] = /^\p{L}+/u.exec(after) ?? [];
      if (!head || !tail) return { dropped: 0, isSpaced: !(unspaced.test(before) && startsUnspaced.test(after)) };
      const isName = tail[0] !== tail[0]?.toLowerCase();
      const whole = `${head}${tail}`.toLowerCase();
      const isCompound = !words.has(whole) && words.has(`${head}-${tail}`.toLowerCase());
      return { dropped: isName || isCompound ? 0 : 1, isSpaced: false };
    },
  };
}
