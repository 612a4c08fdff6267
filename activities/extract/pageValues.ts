import { readDocument } from '../pages/document.ts';
import { readDate, writtenDate } from '../pages/metadata/writtenDate.ts';
import { following, type PageElement } from '../pages/tree/nodes.ts';
import { plainText } from './declared/text.ts';
import { readNumber } from './fill/numbers.ts';
import { readDuration } from './fill/times.ts';

/** Attributes whose values count as being on the page. */
const readAttributes = [
  'content',
  'alt',
  'title',
  'href',
  'src',
  'value',
  'datetime',
  'aria-label',
  'label',
  'placeholder',
  'cite',
  'data-src',
  'lang',
];

/** Letters and digits only, lower case and without diacritics, so that spellings of the same value compare equal. */
function normalize(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Everything that a page says, for looking up whether a value is on it. */
export interface PageValues {
  has(value: string | number): boolean;
}

export function createPageValues(html: string, url: string): PageValues {
  const parts: string[] = [url];
  const { html: root } = readDocument(html, url);
  for (let node = following(root, root); node; node = following(node, root)) {
    if (node.nodeType === 3) {
      if (!/\S/.test(node.data)) continue;
      const { parent } = node;
      if (parent && isCode(parent)) continue;
      parts.push(node.data);
      if (parent?.name === 'script') parts.push(unescapeJson(node.data));
    } else for (const name of readAttributes) if (node.attribs[name]) parts.push(node.attribs[name] ?? '');
  }
  // Joining the parts may split or merge words, so values are looked up both with and without the spaces.
  const text = parts.join(' ');
  const spaced = ` ${normalize(text)} `;
  const joined = spaced.replaceAll(' ', '');
  const numbers = lazy(() => numbersIn(text));
  const dates = lazy(() => datesIn(text));

  function hasText(value: string): boolean {
    const words = normalize(value);
    if (words === '') return true;
    return spaced.includes(` ${words} `) || (words.length >= 12 && joined.includes(words.replaceAll(' ', '')));
  }
  function has(value: string | number): boolean {
    if (typeof value === 'number') return numbers().has(rounded(value));
    if (hasText(value)) return true;
    if (/^\d{4}-\d{2}-\d{2}/.test(value)) return dates().has(value.slice(0, 10));
    const asNumber = /^\D{0,4}[\d.,\s]+\D{0,4}$/.test(value) ? readNumber(value) : undefined;
    if (asNumber !== undefined) return numbers().has(rounded(asNumber));
    // A longer text may omit something between its sentences, but each sentence has to be on the page.
    const sentences = value.split(/(?<=[.!?。！？])\s+|\n+/).filter((each) => /\p{L}/u.test(each));
    return sentences.length > 1 && sentences.every(hasText);
  }
  return { has };
}

function isCode({ name, attribs }: PageElement): boolean {
  return name === 'style' || (name === 'script' && !/json/i.test(attribs['type'] ?? ''));
}

/** The text of JSON with its escapes decoded: `"caf\u00e9"` → `"café"`. */
function unescapeJson(source: string): string {
  return plainText(
    source
      .replace(/\\u([\da-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
      .replace(/\\[nrt]/g, ' ')
      .replace(/\\(.)/g, '$1'),
  );
}

function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

const plainNumber = /\d[\d.,'’\u00a0\u202f]*\d|\d/g;
const groupedOrScaledNumber =
  /\d{1,3}(?:[ \u00a0]\d{3})+(?:[.,]\d+)?|[\d.,]*\s?[¼½¾⅓⅔⅕⅛⅜⅝⅞]|\d[\d.,]*\s?(?:k|million|billion)\b/gi;
const duration =
  /\bP(?:\d+D)?T?(?:\d+H)?(?:\d+M)?(?:\d+S)?\b|\d+(?:[.,]\d+)?\s?[¼½¾]?\s?(?:h|hrs?|hours?|std|stunden?|heures?|horas?|min|mins|minutes?|minuten)\b(?:[\s,]*(?:and|und|et|y)?\s*\d+\s?(?:m|min|mins|minutes?|minuten))?/gi;

/** Every number of a text, however it is written, and its durations in seconds, minutes, hours and days. */
function numbersIn(text: string): Set<number> {
  const found = new Set<number>();
  for (const [written] of text.matchAll(plainNumber)) {
    const ungrouped = Number(written.replace(/[,'’\u00a0\u202f]/g, ''));
    for (const value of [readNumber(written), ungrouped, Number(written.replace(',', '.'))])
      if (value !== undefined && Number.isFinite(value)) found.add(rounded(value));
  }
  for (const [written] of text.matchAll(groupedOrScaledNumber)) {
    const value = readNumber(written);
    if (value !== undefined) found.add(rounded(value));
  }
  for (const [written] of text.matchAll(duration)) {
    const seconds = readDuration(written);
    if (seconds) for (const unit of [1, 60, 3_600, 86_400]) found.add(rounded(seconds / unit));
  }
  return found;
}

/** Every date of a text as `2024-05-01`. */
function datesIn(text: string): Set<string> {
  const found = new Set<string>();
  for (const [written] of text.matchAll(writtenDate)) {
    const date = readDate(written);
    if (date) found.add(date.date);
    const numeric = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/.exec(written);
    if (!numeric) continue;
    // 03/04/2024 may be read either way.
    const [, a = '', b = '', year = ''] = numeric;
    found.add(`${year}-${a.padStart(2, '0')}-${b.padStart(2, '0')}`);
    found.add(`${year}-${b.padStart(2, '0')}-${a.padStart(2, '0')}`);
  }
  return found;
}

function lazy<T>(compute: () => T): () => T {
  let result: { value: T } | undefined;
  return () => {
    result ??= { value: compute() };
    return result.value;
  };
}
