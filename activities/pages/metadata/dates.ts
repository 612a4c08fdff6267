import { parseUrl } from '../../../contracts/parseUrl.ts';
import { type JsonLdObject, textUnder } from '../jsonLd.ts';
import type { PageElement } from '../tree/nodes.ts';
import { isInAnswer } from './answers.ts';
import type { Byline } from './byline.ts';
import { textObjects } from './declared.ts';
import { type HeadTags, tidy } from './headTags.ts';
import { readDate } from './writtenDate.ts';

const maxLength = 200;

/** In ISO 8601 if the declared date is unambiguous, otherwise as declared. */
function toIsoDate(text: string | undefined): string | undefined {
  const declared = tidy(text?.replace(/^["“]+|["”]+$/g, ''));
  if (!declared || /^\d{4}-\d{2}(?:-\d{2})?/.test(declared)) return declared;
  const isSpelledOut = /[a-z]{3}/i.test(declared) && /\d{4}/.test(declared);
  const hasZone = /(?:GMT|UTC|Z|[+-]\d{2}:?\d{2})\s*$/.test(declared);
  const time = isSpelledOut && hasZone ? Date.parse(declared) : Number.NaN;
  if (!Number.isNaN(time)) return new Date(time).toISOString();
  return readDate(declared)?.date ?? (/\d{4}/.test(declared) ? declared : undefined);
}

const publishedKeys = [
  'article:published_time',
  'datepublished',
  'og:published_time',
  'parsely-pub-date',
  'sailthru.date',
  'dc.date.issued',
  'dcterms.created',
  'dcterms.issued',
  'dc.date',
  'dc.date.created',
  'citation_publication_date',
  'citation_online_date',
  'pubdate',
  'publish-date',
  'publication_date',
  'article.published',
  'published_at',
  'cxenseparse:recs:publishtime',
  'date',
  'ms.date',
];
const modifiedKeys = [
  'article:modified_time',
  'og:updated_time',
  'datemodified',
  'dcterms.modified',
  'dc.date.modified',
  'last-modified',
  'article.updated',
  'updated_at',
  'updated',
  'revised',
];

/** The first value of an `itemprop` outside of comments, answers and reviews. */
function marked(dated: readonly PageElement[], property: string): string | undefined {
  const element = dated.find(
    (each) => (each.attribs['itemprop'] ?? '').split(/\s+/).includes(property) && !isInAnswer(each),
  );
  return element && dateText(element);
}

function dateText({ attribs, textContent }: PageElement): string {
  return attribs['datetime'] ?? attribs['content'] ?? attribs['title'] ?? textContent.slice(0, maxLength);
}

function firstDate(values: Iterable<string | undefined>): string | undefined {
  for (const value of values) {
    const date = toIsoDate(value);
    if (date) return date;
  }
  return undefined;
}

/** `/2024/05/01/` in the address of a page is the day on which it was published. */
function dateInUrl(url: string): string | undefined {
  const [, year = '', month = '', day = ''] =
    /\/((?:19|20)\d{2})[/-](\d{1,2})[/-](\d{1,2})(?:[/-]|$)/.exec(parseUrl(url)?.pathname ?? '') ?? [];
  return year ? readDate(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)?.date : undefined;
}

interface DateSources {
  url: string;
  head: HeadTags;
  jsonLd: readonly JsonLdObject[];
  byline: Byline;
}

export function datesOf({ url, head: { meta, dated }, jsonLd, byline }: DateSources) {
  const objects = textObjects(jsonLd);
  const pubdate = dated.find(({ attribs }) => attribs['pubdate'] !== undefined);
  const published = firstDate([
    ...objects.map((object) => textUnder(object, 'datePublished') ?? textUnder(object, 'dateCreated')),
    ...publishedKeys.map((key) => meta.get(key)),
    marked(dated, 'datePublished'),
    marked(dated, 'dateCreated'),
    pubdate && dateText(pubdate),
    byline.published,
    dateInUrl(url),
  ]);
  const modified = firstDate([
    ...objects.map((object) => textUnder(object, 'dateModified')),
    ...modifiedKeys.map((key) => meta.get(key)),
    marked(dated, 'dateModified'),
    byline.modified,
  ]);
  return { published, modified };
}
