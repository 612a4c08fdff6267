import sanitizeHtml from 'sanitize-html';
import type { ValueEvidence } from '../../../../contracts/results/extract.ts';
import type { PageItem } from '../../../../contracts/results/page.ts';
import { type Excerpt, excerptOf } from '../excerpt.ts';
import { markdownHtml } from './markdownHtml.ts';

/** More values make no table that anybody reads; the JSON has them all. */
const maxValues = 200;
const maxValueLength = 300;

/** As much of an extraction's answer as its view shows. */
export interface AnswerView {
  data: Excerpt;
  warning?: string;
  /** With `evidence: true`: each value and where it was found, and the page's text with these places marked. */
  found?: { values: FoundValue[]; text: MarkedText[]; cut: number };
}

export interface FoundValue extends ValueEvidence {
  pointer: string;
  value: string;
  /** The number of the mark in the text that has the quote. */
  mark?: number;
}

/** A part of a text; `mark` is absent between the marks. */
export interface MarkedText {
  text: string;
  mark?: number;
}

interface Answer {
  data: unknown;
  warning?: string;
  evidence?: Readonly<Record<string, ValueEvidence>>;
}

export function answerViewOf(json: string, page: PageItem | undefined): AnswerView {
  const { data, warning, evidence }: Answer = JSON.parse(json);
  return {
    data: excerptOf(JSON.stringify(data, undefined, 2) ?? ''),
    ...(warning !== undefined && { warning }),
    ...(evidence && { found: foundIn(data, evidence, page?.markdown ?? '') }),
  };
}

function foundIn(data: unknown, evidence: Readonly<Record<string, ValueEvidence>>, markdown: string) {
  const { text, cut } = excerptOf(plainText(markdown));
  const listed = Object.entries(evidence).slice(0, maxValues);
  const marked = markQuotes(
    text,
    listed.map(([, { quote }]) => quote),
  );
  const values = listed.map(([pointer, each], at): FoundValue => {
    const mark = marked.markOf[at];
    return {
      pointer,
      value: String(valueAt(data, pointer)).slice(0, maxValueLength),
      ...each,
      ...(mark !== undefined && { mark }),
    };
  });
  return { values, text: marked.parts, cut };
}

/** What a reader sees of the page, a line for each block. */
function plainText(markdown: string): string {
  return sanitizeHtml(markdownHtml(markdown), { allowedTags: [], textFilter: decoded })
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** The text goes into the page by way of JSX, which encodes it again. */
function decoded(text: string): string {
  return text.replace(/&(amp|lt|gt|quot);/g, (whole, name: string) => entities[name] ?? whole);
}

function valueAt(data: unknown, pointer: string): unknown {
  let value = data;
  for (const part of pointer.split('/').slice(1)) {
    if (typeof value !== 'object' || value === null) return '';
    value = Reflect.get(value, part.replaceAll('~1', '/').replaceAll('~0', '~'));
  }
  return typeof value === 'object' ? JSON.stringify(value) : value;
}

/** Marks the first place of each quote. Quotes inside of a mark share it. */
export function markQuotes(text: string, quotes: readonly (string | undefined)[]) {
  const places = quotes.map((quote) => (quote === undefined ? undefined : placeOf(text, quote)));
  const marks: Place[] = [];
  for (const place of places.filter((each) => each !== undefined).sort((a, b) => a.from - b.from || b.to - a.to))
    if (place.from >= (marks.at(-1)?.to ?? 0)) marks.push(place);
  const markOf = places.map((place) => {
    const at = place ? marks.findIndex(({ from, to }) => from <= place.from && place.to <= to) : -1;
    return at < 0 ? undefined : at;
  });
  const parts: MarkedText[] = [];
  let end = 0;
  for (const [mark, { from, to }] of marks.entries()) {
    if (from > end) parts.push({ text: text.slice(end, from) });
    parts.push({ text: text.slice(from, to), mark });
    end = to;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return { parts, markOf };
}

interface Place {
  from: number;
  to: number;
}

/** A quote is on one line and may be cut off; the text is not. */
function placeOf(text: string, quote: string): Place | undefined {
  const words = quote.replace(/…$/, '').split(/\s+/).filter(Boolean);
  if (words.length === 0) return undefined;
  const pattern = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('\\s+');
  const match = new RegExp(pattern, 'i').exec(text);
  return match ? { from: match.index, to: match.index + match[0].length } : undefined;
}
