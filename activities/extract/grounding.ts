import { readDocument } from '../pages/document.ts';
import { following, type PageElement } from '../pages/tree/nodes.ts';
import { plainText } from './declared/text.ts';
import { readNumber } from './fill/numbers.ts';
import { type Schema, shapesOf } from './fill/shape.ts';
import { readDate, readDuration } from './fill/times.ts';
import { leaves, steps } from './schema/pointer.ts';

const spoken = [
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

/** Letters and digits only, in one case and one spelling: what is left is what a value says. */
function normalise(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** A page as a place to look values up in. */
export interface Ground {
  has(value: string | number): boolean;
}

export function createGround(html: string, url: string): Ground {
  const parts: string[] = [url];
  const { html: root } = readDocument(html, url);
  for (let node = following(root, root); node; node = following(node, root)) {
    if (node.nodeType === 3) {
      if (!/\S/.test(node.data)) continue;
      const { parent } = node;
      if (parent && isCode(parent)) continue;
      parts.push(node.data);
      if (parent?.name === 'script') parts.push(scriptText(node.data));
    } else for (const name of spoken) if (node.attribs[name]) parts.push(node.attribs[name] ?? '');
  }
  // Inline elements may split a word's neighbours; what is joined too much or too little here is found either way.
  const text = parts.join(' ');
  const spaced = ` ${normalise(text)} `;
  const joined = spaced.replaceAll(' ', '');
  const numbers = numbersIn(text);

  function hasText(value: string): boolean {
    const words = normalise(value);
    if (words === '') return true;
    return spaced.includes(` ${words} `) || (words.length >= 12 && joined.includes(words.replaceAll(' ', '')));
  }
  function has(value: string | number): boolean {
    if (typeof value === 'number') return numbers().has(rounded(value));
    if (hasText(value)) return true;
    if (/^\d{4}-\d{2}-\d{2}/.test(value)) return datesIn(text).has(value.slice(0, 10));
    const asNumber = /^\D{0,4}[\d.,\s]+\D{0,4}$/.test(value) ? readNumber(value) : undefined;
    if (asNumber !== undefined) return numbers().has(rounded(asNumber));
    // A longer text may leave something out between its sentences, but each of them has to be there.
    const sentences = value.split(/(?<=[.!?。！？])\s+|\n+/).filter((each) => /\p{L}/u.test(each));
    return sentences.length > 1 && sentences.every(hasText);
  }
  return { has };
}

function isCode({ name, attribs }: PageElement): boolean {
  return name === 'style' || (name === 'script' && !/json/i.test(attribs['type'] ?? ''));
}

/** JSON with its escapes read: `"caf\u00e9"` says café. */
function scriptText(source: string): string {
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

/** Every number of a text, however it is written, and the lengths of time in it in seconds, minutes, hours and days. */
function numbersIn(text: string) {
  let found: Set<number> | undefined;
  return () => {
    if (found) return found;
    found = new Set();
    for (const [written] of text.matchAll(/\d[\d.,'’\u00a0\u202f]*\d|\d/g)) {
      const plain = Number(written.replace(/[,'’\u00a0\u202f]/g, ''));
      for (const value of [readNumber(written), plain, Number(written.replace(',', '.'))])
        if (value !== undefined && Number.isFinite(value)) found.add(rounded(value));
    }
    for (const [written] of text.matchAll(
      /\d{1,3}(?:[ \u00a0]\d{3})+(?:[.,]\d+)?|[\d.,]*\s?[¼½¾⅓⅔⅕⅛⅜⅝⅞]|\d[\d.,]*\s?(?:k|million|billion)\b/gi,
    )) {
      const value = readNumber(written);
      if (value !== undefined) found.add(rounded(value));
    }
    for (const [written] of text.matchAll(
      /\bP(?:\d+D)?T?(?:\d+H)?(?:\d+M)?(?:\d+S)?\b|\d+(?:[.,]\d+)?\s?[¼½¾]?\s?(?:h|hrs?|hours?|std|stunden?|heures?|horas?|min|mins|minutes?|minuten)\b(?:[\s,]*(?:and|und|et|y)?\s*\d+\s?(?:m|min|mins|minutes?|minuten))?/gi,
    )) {
      const seconds = readDuration(written);
      if (seconds) for (const unit of [1, 60, 3_600, 86_400]) found.add(rounded(seconds / unit));
    }
    return found;
  };
}

function datesIn(text: string): Set<string> {
  const found = new Set<string>();
  for (const [written] of text.matchAll(
    /\d{4}-\d{2}-\d{2}|\p{L}{3,}\.?\s+\d{1,2}(?:st|nd|rd|th)?,?\s+\d{4}|\d{1,2}(?:st|nd|rd|th|\.|er)?\s+(?:de\s+|of\s+)?\p{L}{3,}\.?,?\s+(?:de\s+)?\d{4}|\d{4}\s?[年/.]\s?\d{1,2}\s?[月/.]\s?\d{1,2}|\d{1,2}[./-]\d{1,2}[./-]\d{4}/gu,
  )) {
    const date = readDate(written);
    if (date) found.add(date.date);
    // Either reading of 03/04/2024 is supported by the page.
    const numeric = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/.exec(written);
    if (numeric) {
      const [, a = '', b = '', year = ''] = numeric;
      for (const [month, day] of [
        [a, b],
        [b, a],
      ] as const)
        found.add(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
    }
  }
  return found;
}

/** JSON pointers of the strings and numbers that the page does not have, with whether the schema lets them be null. */
export function ungrounded(data: unknown, schema: Schema, ground: Ground): { at: string; nullable: boolean }[] {
  return [...leaves(data)].flatMap(([at, value]) => {
    if (ground.has(value)) return [];
    const asked = schemaAt(schema, at);
    // The words of a choice are the schema's own.
    if (asked.chosen) return [];
    return [{ at, nullable: asked.nullable }];
  });
}

function schemaAt(schema: Schema, pointer: string): { nullable: boolean; chosen: boolean } {
  let shapes = shapesOf(schema, schema);
  for (const step of steps(pointer))
    shapes = shapes.flatMap((shape) => {
      const next =
        shape.kind === 'array'
          ? shape.items
          : (shape.properties.get(step) ?? (shape.kind === 'object' ? shape.additional : undefined));
      return next === undefined ? [] : shapesOf(next, schema);
    });
  return {
    nullable: shapes.some(({ nullable }) => nullable),
    chosen: shapes.some(({ values }) => values !== undefined),
  };
}
