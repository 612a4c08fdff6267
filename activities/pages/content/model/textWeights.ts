import type { DeclaredWords } from './declaredWords.ts';

/** How far into a text its words count. */
const maxTextLength = 200;
const maxWordLength = 20;

/** Whether a character is no letter, for those that are common in texts; undefined if it has to be looked up. */
function isLetter(code: number): boolean | undefined {
  if (code < 0x80) return (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
  // Spaces, quotes, dashes, bullets, currencies, arrows, symbols.
  if (code === 0xa0 || code === 0xa9 || code === 0xab || code === 0xb7 || code === 0xbb) return false;
  return code >= 0x2010 && code <= 0x206f ? false : undefined;
}

/** The words at the beginning of a text, in lower case. */
export function textWordsOf(text: string): string[] {
  const start = text.length > maxTextLength ? text.slice(0, maxTextLength) : text;
  const lower = start.toLowerCase();
  const words: string[] = [];
  let from = -1;
  for (let at = 0; at <= lower.length; at++) {
    const letter = at < lower.length ? isLetter(lower.charCodeAt(at)) : false;
    if (letter === undefined) return lower.match(/\p{L}{2,20}/gu) ?? [];
    if (letter && from < 0) from = at;
    if (from < 0 || (letter && at - from < maxWordLength)) continue;
    if (at - from >= 2) words.push(lower.slice(from, at));
    from = letter ? at : -1;
  }
  return words;
}

export interface TextWeight {
  mean: number;
  min: number;
  max: number;
  /** The share of its words that the page's title and its descriptions have too. */
  inTitle: number;
  inDescription: number;
}

/** What the words of a text say, by their weights and by what the page declares. */
export function textWeightOf(text: string, weights: ReadonlyMap<string, number>, declared: DeclaredWords): TextWeight {
  const words = textWordsOf(text);
  let sum = 0;
  let min = 0;
  let max = 0;
  let found = 0;
  let inTitle = 0;
  let inDescription = 0;
  for (const word of words) {
    if (declared.title.has(word)) inTitle++;
    if (declared.description.has(word)) inDescription++;
    const weight = weights.get(word);
    if (weight === undefined) continue;
    sum += weight;
    if (weight < min) min = weight;
    if (weight > max) max = weight;
    found++;
  }
  const count = Math.max(1, words.length);
  return {
    mean: found > 0 ? sum / Math.sqrt(found) : 0,
    min,
    max,
    inTitle: inTitle / count,
    inDescription: inDescription / count,
  };
}
