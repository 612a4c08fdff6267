import { readDate, writtenDate } from '../pages/metadata/writtenDate.ts';
import { readNumber } from './fill/numbers.ts';
import { quoteOf } from './fill/provenance.ts';
import { readDuration } from './fill/times.ts';
import { type PagePart, readPageParts } from './pageParts.ts';

/** Letters and digits only, lower case and without diacritics, so that spellings of the same value compare equal. */
function normalize(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** A place on the page that has a value. */
export interface ValuePlace extends Omit<PagePart, 'text'> {
  quote: string;
}

/** Everything that a page says, for looking up whether and where a value is on it. */
export interface PageValues {
  has(value: string | number): boolean;
  /** The first places with the value. */
  placesOf(value: string | number): ValuePlace[];
}

/** How many places of one value are looked at. */
const maxPlaces = 20;

export function createPageValues(html: string, url: string): PageValues {
  const parts = readPageParts(html, url).flatMap((part) => {
    const words = normalize(part.text);
    return words === '' ? [] : [{ ...part, words }];
  });
  // Joining the parts may split or merge words, so values are looked up both with and without the spaces.
  const spaced = ` ${parts.map(({ words }) => words).join(' ')} `;
  const joined = lazy(() => spaced.replaceAll(' ', ''));
  const spacedEnds = lazy(() => endsOf(parts, ({ words }) => words.length + 1));
  const joinedEnds = lazy(() => endsOf(parts, ({ words }) => words.replaceAll(' ', '').length));
  const text = lazy(() => parts.map((part) => part.text).join(' '));
  const textEnds = lazy(() => endsOf(parts, (part) => part.text.length + 1));
  const numbers = lazy(() => indexParts(numbersIn(text()), textEnds()));
  const dates = lazy(() => indexParts(datesIn(text()), textEnds()));

  /** The first and the last part of each place with the text. */
  function findText(value: string, max: number): [number, number][] {
    const words = normalize(value);
    if (words === '') return [];
    const found: [number, number][] = [];
    const wanted = ` ${words} `;
    for (let at = spaced.indexOf(wanted); at >= 0 && found.length < max; at = spaced.indexOf(wanted, at + 1))
      found.push([partAt(spacedEnds(), at), partAt(spacedEnds(), at + words.length - 1)]);
    if (found.length > 0 || words.length < 12) return found;
    const letters = words.replaceAll(' ', '');
    const at = joined().indexOf(letters);
    return at < 0 ? [] : [[partAt(joinedEnds(), at), partAt(joinedEnds(), at + letters.length - 1)]];
  }
  function find(value: string | number, max: number): [number, number][] {
    const within = (at: number): [number, number] => [at, at];
    if (typeof value === 'number') return (numbers().get(rounded(value)) ?? []).slice(0, max).map(within);
    const found = findText(value, max);
    if (found.length > 0) return found;
    if (/^\d{4}-\d{2}-\d{2}/.test(value)) return (dates().get(value.slice(0, 10)) ?? []).slice(0, max).map(within);
    const asNumber = /^\D{0,4}[\d.,\s]+\D{0,4}$/.test(value) ? readNumber(value) : undefined;
    if (asNumber !== undefined) return (numbers().get(rounded(asNumber)) ?? []).slice(0, max).map(within);
    // A longer text may omit something between its sentences, but each sentence has to be on the page.
    const sentences = value.split(/(?<=[.!?。！？])\s+|\n+/).filter((each) => /\p{L}/u.test(each));
    const places = sentences.length > 1 ? sentences.map((each) => findText(each, 1)) : [];
    return places.every(({ length }) => length > 0) ? (places[0] ?? []) : [];
  }
  return {
    has: (value) => (typeof value === 'string' && normalize(value) === '') || find(value, 1).length > 0,
    placesOf: (value) =>
      find(value, maxPlaces).flatMap(([first, last]) => {
        const part = parts[first];
        if (!part) return [];
        const { source, path } = part;
        const whole = parts.slice(first, last + 1).map(({ text }) => text);
        return [{ source, ...(path && { path: quoteOf(path) }), quote: quoteAround(whole.join(' '), value) }];
      }),
  };
}

/** How much of the text before a value is quoted with it. */
const quotedBefore = 60;

/** A short text as it is; of a longer one, what is around the value. */
function quoteAround(text: string, value: string | number): string {
  const [word = ''] = /[\p{L}\p{N}]+/u.exec(String(value)) ?? [];
  const at = text.toLowerCase().indexOf(word.toLowerCase());
  const start = at > quotedBefore * 2 ? text.indexOf(' ', at - quotedBefore) + 1 : 0;
  return quoteOf(text.slice(Math.min(start, Math.max(0, at))));
}

/** Where each part ends in the text that all of them make. */
function endsOf<T>(parts: readonly T[], lengthOf: (part: T) => number): number[] {
  let end = 0;
  return parts.map((part) => (end += lengthOf(part)));
}

/** The part in which a position is. */
function partAt(ends: readonly number[], position: number): number {
  let low = 0;
  let high = ends.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ends[middle] ?? 0) > position) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The parts in which each value begins, at most `maxPlaces`. */
function indexParts<T>(found: Iterable<[value: T, position: number]>, ends: readonly number[]): Map<T, number[]> {
  const index = new Map<T, number[]>();
  for (const [value, position] of found) {
    const known = index.get(value);
    if (!known) index.set(value, [partAt(ends, position)]);
    else if (known.length < maxPlaces) known.push(partAt(ends, position));
  }
  return index;
}

function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

// Every repetition has a limit: without one, the time for a long row of digits grows with its square.
const plainNumber = /\d[\d.,'’\u00a0\u202f]{0,30}\d|\d/g;
const groupedOrScaledNumber =
  /\d{1,3}(?:[ \u00a0]\d{3}){1,6}(?:[.,]\d{1,9})?|[\d.,]{0,20}\s?[¼½¾⅓⅔⅕⅛⅜⅝⅞]|\d[\d.,]{0,20}\s?(?:k|million|billion)\b/gi;
const duration =
  /\bP(?:\d{1,6}D)?T?(?:\d{1,6}H)?(?:\d{1,6}M)?(?:\d{1,6}S)?\b|\d{1,6}(?:[.,]\d{1,6})?\s?[¼½¾]?\s?(?:h|hrs?|hours?|std|stunden?|heures?|horas?|min|mins|minutes?|minuten)\b(?:[\s,]{0,9}(?:and|und|et|y)?\s{0,9}\d{1,6}\s?(?:m|min|mins|minutes?|minuten))?/gi;

/** Every number of a text, however it is written, and its durations in seconds, minutes, hours and days. */
function* numbersIn(text: string): Generator<[number, number]> {
  for (const { 0: written, index } of text.matchAll(plainNumber)) {
    const ungrouped = Number(written.replace(/[,'’\u00a0\u202f]/g, ''));
    const values = new Set([readNumber(written), ungrouped, Number(written.replace(',', '.'))]);
    for (const value of values) if (value !== undefined && Number.isFinite(value)) yield [rounded(value), index];
  }
  for (const { 0: written, index } of text.matchAll(groupedOrScaledNumber)) {
    const value = readNumber(written);
    if (value !== undefined) yield [rounded(value), index];
  }
  for (const { 0: written, index } of text.matchAll(duration)) {
    const seconds = readDuration(written);
    if (seconds) for (const unit of [1, 60, 3_600, 86_400]) yield [rounded(seconds / unit), index];
  }
}

/** Every date of a text as `2024-05-01`. */
function* datesIn(text: string): Generator<[string, number]> {
  for (const { 0: written, index } of text.matchAll(writtenDate)) {
    const date = readDate(written);
    if (date) yield [date.date, index];
    const numeric = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/.exec(written);
    if (!numeric) continue;
    // 03/04/2024 may be read either way.
    const [, a = '', b = '', year = ''] = numeric;
    yield [`${year}-${a.padStart(2, '0')}-${b.padStart(2, '0')}`, index];
    yield [`${year}-${b.padStart(2, '0')}-${a.padStart(2, '0')}`, index];
  }
}

function lazy<T>(compute: () => T): () => T {
  let result: { value: T } | undefined;
  return () => {
    result ??= { value: compute() };
    return result.value;
  };
}
