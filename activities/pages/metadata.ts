import type { PageMetadata } from '../../contracts/results/page.ts';
import type { PageDocument } from './document.ts';
import { articleObjects, type JsonLdObject, textUnder } from './jsonLd.ts';
import { findFirst, following, type PageElement } from './tree/nodes.ts';

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

/** From anywhere on the page, since many pages have them outside of `<head>`. */
interface HeadTags {
  meta: ReadonlyMap<string, string>;
  title: string | undefined;
  canonical: string | undefined;
}

function readHeadTags({ html, resolve }: PageDocument): HeadTags {
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
    } else if (name === 'title') title ??= tidy(node.textContent);
    else if (name === 'link' && /(?:^|\s)canonical(?:\s|$)/i.test(attribs['rel'] ?? ''))
      canonical ??= resolve(attribs['href']);
  }
  return { meta, title, canonical };
}

/** In ISO 8601 if the declared date is unambiguous, otherwise as declared. */
function toIsoDate(declared: string | undefined): string | undefined {
  if (!declared || /^\d{4}-\d{2}(?:-\d{2})?/.test(declared)) return declared;
  const isSpelledOut = /[a-z]{3}/i.test(declared) && /\d{4}/.test(declared);
  const hasZone = /(?:GMT|UTC|Z|[+-]\d{2}:?\d{2})\s*$/.test(declared);
  const time = isSpelledOut && hasZone ? Date.parse(declared) : Number.NaN;
  return Number.isNaN(time) ? declared : new Date(time).toISOString();
}

function isUrl(text: string | undefined): boolean {
  return text !== undefined && /^https?:\/\//i.test(text);
}

function findItemprop(root: PageElement, property: string): PageElement | undefined {
  return findFirst(root, ({ attribs }) => attribs['itemprop'] === property);
}

function authorOf(
  { body }: PageDocument,
  meta: HeadTags['meta'],
  articles: readonly JsonLdObject[],
): string | undefined {
  const declared = [meta.get('author'), meta.get('article:author'), meta.get('dc.creator'), meta.get('parsely-author')];
  const author = declared.find((text) => text && !isUrl(text));
  if (author) return author;
  for (const article of articles) {
    const name = textUnder(article, 'author');
    if (name && !isUrl(name)) return tidy(name);
  }
  const marked =
    findItemprop(body, 'author') ?? findFirst(body, ({ name, attribs }) => name === 'a' && attribs['rel'] === 'author');
  const name = marked && tidy(marked.textContent);
  return name && name.length <= 100 ? name.replace(/^by:?\s+/i, '') : undefined;
}

const publishedKeys = [
  'article:published_time',
  'datepublished',
  'og:published_time',
  'parsely-pub-date',
  'dc.date.issued',
  'dc.date',
  'pubdate',
  'publish-date',
  'date',
];

function publishedOf(
  { body }: PageDocument,
  meta: HeadTags['meta'],
  articles: readonly JsonLdObject[],
): string | undefined {
  for (const key of publishedKeys) {
    const value = meta.get(key);
    if (value) return toIsoDate(value);
  }
  for (const article of articles) {
    const value = textUnder(article, 'datePublished');
    if (value) return toIsoDate(tidy(value));
  }
  const marked =
    findItemprop(body, 'datePublished') ??
    findFirst(body, ({ name, attribs }) => name === 'time' && attribs['pubdate'] !== undefined);
  return toIsoDate(tidy(marked && (marked.attribs['datetime'] ?? marked.attribs['content'] ?? marked.textContent)));
}

/** The page's metadata from its head, JSON-LD and marked-up text; a field that is not found is left out. */
export function readMetadata(document: PageDocument, jsonLd: readonly JsonLdObject[]): Partial<PageMetadata> {
  const { html, resolve } = document;
  const { meta, title, canonical } = readHeadTags(document);
  const articles = articleObjects(jsonLd);
  const ogTitle = meta.get('og:title');
  const ogDescription = meta.get('og:description');
  function heading() {
    const h1 = findFirst(document.body, ({ name }) => name === 'h1');
    return h1 && tidy(h1.textContent);
  }
  const metadata: Partial<PageMetadata> = {};
  const found: { [K in TextField]: string | undefined } = {
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
    const value = found[field];
    if (value !== undefined) metadata[field] = value;
  }
  return metadata;
}
