import type { MappedPage } from '../../contracts/results/map.ts';

/** What a word is worth where it is found; a whole word counts for more than a part of one. */
const weights = {
  path: { whole: 6, part: 3 },
  title: { whole: 5, part: 2 },
  description: { whole: 2, part: 1 },
} as const;

/** Puts the pages that fit the search first, the best fit on top; pages that fit equally well keep their order. */
export function rankBySearch(pages: readonly MappedPage[], search: string): MappedPage[] {
  const words = wordsOf(search);
  if (words.length === 0) return [...pages];
  return pages
    .map((page) => ({ page, score: scoreOf(page, words) }))
    .sort((a, b) => b.score - a.score)
    .map(({ page }) => page);
}

function scoreOf({ url, title = '', description = '' }: MappedPage, words: readonly string[]): number {
  const texts = { path: addressText(url), title: title.toLowerCase(), description: description.toLowerCase() };
  let score = 0;
  for (const name of Object.keys(weights) as (keyof typeof weights)[]) {
    const whole = new Set(wordsOf(texts[name]));
    for (const word of words) {
      if (whole.has(word)) score += weights[name].whole;
      else if (texts[name].includes(word)) score += weights[name].part;
    }
  }
  return score;
}

/** Host and path as a reader sees them. */
function addressText(url: string): string {
  const { hostname, pathname, search } = new URL(url);
  const text = `${hostname}${pathname}${search}`.toLowerCase();
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
