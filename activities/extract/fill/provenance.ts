import { isItem, type Value } from '../declared/evidence.ts';
import { tidy } from '../declared/text.ts';
import type { Candidate, Provenance } from './candidate.ts';
import { itemText } from './itemText.ts';

/** Enough to find the place again. */
export const maxQuoteLength = 200;

/** The beginning of a text, on one line. Nothing is added to it, so that it can be searched for. */
export function quoteOf(text: string): string {
  return tidy(text.slice(0, maxQuoteLength * 4)).slice(0, maxQuoteLength);
}

export interface Reading {
  /** What was made of the candidate's value. */
  value: string | number | boolean;
  raw: Value;
  /** The position of the value in the candidate. */
  at: number;
}

export function provenanceOf(candidate: Candidate, { value, raw, at }: Reading): Provenance {
  const { source, path, quote } = { ...candidate, quote: undefined, ...candidate.origins?.[at] };
  const inside = isItem(raw) ? innerText(raw, value) : { text: String(raw), step: '' };
  return {
    source,
    confidence: Math.min(1, candidate.score),
    path: quoteOf([path, inside.step].filter(Boolean).join('.')),
    quote: quoteOf(quote ?? inside.text),
    value,
  };
}

/** The property of an item that a value was made of, or else the text of the item. */
function innerText(item: Exclude<Value, string | number | boolean>, value: unknown): { text: string; step: string } {
  for (const [step, values] of item.properties)
    for (const each of values) if (!isItem(each) && String(each) === String(value)) return { text: String(each), step };
  return { text: itemText(item) ?? '', step: '' };
}
