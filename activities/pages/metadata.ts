import type { PageMetadata } from '../../contracts/results/page.ts';
import type { PageDocument } from './document.ts';
import { articleObjects, type JsonLdObject, textUnder } from './jsonLd.ts';
import { findFirst, following, type PageElement, textOf } from './tree/nodes.ts';

const maxLength = 2_000;
function tidy(text: string | undefined | null): string | undefined {
  return text?.replace(/\s+/g, ' ').trim().slice(0, maxLength) || undefined;
}

const textFields = [
  'title',
  'description',
  'language',
  'author',
  'published',
  'canonical',
  'ogTitle',
  'ogDescription',
  'ogImage',
  'ogSiteName',
  'ogType',
] as const satisfies readonly (keyof PageMetadata)[];
type TextField = (typeof textFields)[number];

interface Declared {
  meta: ReadonlyMap<string, string>;
  title: string | undefined;
  canonical: string | undefined;
}

function readDeclared({ html, resolve }: PageDocument): Declared {
  const meta = new Map<string, string>();
  let title: string | undefined;
  let canonical: string | undefined;
  for (
    let node = following(html, html);
    node;
    node = following(node, html, node.nodeType === 1 && node.name !== 'svg')
  ) {
    if (node.nodeType !== 1) continue;
    const { name, attribs } = node;
    if (name === 'meta') {
      const content = tidy(attribs['content']);
      if (!content) continue;
      for (const key of [attribs['property'], attribs['name'], attribs['itemprop'], attribs['http-equiv']]) {
        const lower = key?.trim().toLowerCase();
        if (lower && !meta.has(lower)) meta.set(lower, content);
      }
    } else if (name === 'title') title ??= tidy(textOf(node));
    else if (name === 'link' && /(?:^|\s)canonical(?:\s|$)/i.test(attribs['rel'] ?? ''))
      canonical ??= resolve(attribs['href']);
  }
  return { meta, title, canonical };
}

/** ISO 8601 where the declared text says it or an unambiguous date; else as declared. */
function asDate(declared: string | undefined): string | undefined {
  if (!declared || /^\d{4}-\d{2}(?:-\d{2})?/.test(declared)) return declared;
  const spelled = /[a-z]{3}/i.test(declared) && /\d{4}/.test(declared);
  const zoned = /(?:GMT|UTC|Z|[+-]\d{2}:?\d{2})\s*$/.test(declared);
  const time = spelled && zoned ? Date.parse(declared) : Number.NaN;
  return Number.isNaN(time) ? declared : new Date(time).toISOString();
}

function isAddress(text: string | undefined): boolean {
  return text !== undefined && /^https?:\/\//i.test(text);
}

function itemprop(root: PageElement, property: string): PageElement | undefined {
  return findFirst(root, ({ attribs }) => attribs['itemprop'] === property);
}

function authorOf(
  { body }: PageDocument,
  meta: Declared['meta'],
  articles: readonly JsonLdObject[],
): string | undefined {
  const declared = [meta.get('author'), meta.get('article:author'), meta.get('dc.creator'), meta.get('parsely-author')];
  const author = declared.find((text) => text && !isAddress(text));
  if (author) return author;
  for (const article of articles) {
    const name = textUnder(article, 'author');
    if (name && !isAddress(name)) return tidy(name);
  }
  const marked =
    itemprop(body, 'author') ?? findFirst(body, ({ name, attribs }) => name === 'a' && attribs['rel'] === 'author');
  const name = marked && tidy(textOf(marked));
  return name && name.length <= 100 ? name.replace(/^by:?\s+/i, '') : undefined;
}

function publishedOf(
  { body }: PageDocument,
  meta: Declared['meta'],
  articles: readonly JsonLdObject[],
): string | undefined {
  for (const key of [
    'article:published_time',
    'datepublished',
    'og:published_time',
    'parsely-pub-date',
    'dc.date.issued',
    'dc.date',
    'pubdate',
    'publish-date',
    'date',
  ]) {
    const value = meta.get(key);
    if (value) return asDate(value);
  }
  for (const article of articles) {
    const value = textUnder(article, 'datePublished');
    if (value) return asDate(tidy(value));
  }
  const marked =
    itemprop(body, 'datePublished') ??
    findFirst(body, ({ name, attribs }) => name === 'time' && attribs['pubdate'] !== undefined);
  return asDate(tidy(marked && (marked.attribs['datetime'] ?? marked.attribs['content'] ?? textOf(marked))));
}

export function readMetadata(document: PageDocument, jsonLd: readonly JsonLdObject[]): Partial<PageMetadata> {
  const { html, resolve } = document;
  const { meta, title, canonical } = readDeclared(document);
  const articles = articleObjects(jsonLd);
  const ogTitle = meta.get('og:title');
  const ogDescription = meta.get('og:description');
  function heading() {
    const h1 = findFirst(document.body, ({ name }) => name === 'h1');
    return h1 && tidy(textOf(h1));
  }
  const metadata: Partial<PageMetadata> = {};
  const said: { [K in TextField]: string | undefined } = {
    title: title ?? ogTitle ?? meta.get('twitter:title') ?? heading(),
    description: meta.get('description') ?? ogDescription ?? meta.get('twitter:description'),
    language: tidy(
      html.attribs['lang'] ||
        html.attribs['xml:lang'] ||
        meta.get('content-language') ||
        meta.get('og:locale')?.replace('_', '-'),
    ),
    author: authorOf(document, meta, articles),
    published: publishedOf(document, meta, articles),
    canonical,
    ogTitle,
    ogDescription,
    ogImage: resolve(meta.get('og:image') ?? meta.get('og:image:url')),
    ogSiteName: meta.get('og:site_name'),
    ogType: meta.get('og:type'),
  };
  for (const field of textFields) {
    const value = said[field];
    if (value !== undefined) metadata[field] = value;
  }
  return metadata;
}
