import type { PageMetadata } from '../../contracts/results/page.ts';
import type { PageDocument } from './document.ts';
import { type JsonLdObject, typesOf } from './jsonLd.ts';
import { authorOf } from './metadata/author.ts';
import { readByline } from './metadata/byline.ts';
import { datesOf } from './metadata/dates.ts';
import { readHeadTags, tidy } from './metadata/headTags.ts';
import { siteNameOf } from './metadata/siteName.ts';
import { mainHeadingOf, titleOf } from './metadata/title.ts';

const textFields = [
  'title',
  'description',
  'language',
  'author',
  'published',
  'modified',
  'siteName',
  'canonical',
  'ogTitle',
  'ogDescription',
  'ogImage',
  'ogSiteName',
  'ogType',
] as const satisfies readonly (keyof PageMetadata)[];
type TextField = (typeof textFields)[number];

const documentType = /(?:Article|Posting|Report|Recipe|Review|Question|QAPage|Product|ProductGroup|HowTo)$/;

/** The page's metadata from its head, JSON-LD, marked-up text and byline; a field that is not found is left out. */
export function readMetadata(document: PageDocument, jsonLd: readonly JsonLdObject[]): Partial<PageMetadata> {
  const { html, resolve, url } = document;
  const head = readHeadTags(document);
  const { meta, canonical } = head;
  const heading = mainHeadingOf(head);
  const byline = readByline(document, heading?.element);
  const siteName = siteNameOf(head, jsonLd, url);
  const dates = datesOf({ url, head, jsonLd, byline });
  const ogDescription = meta.get('og:description');
  const ogType = meta.get('og:type');
  const isDocument =
    /article|product|book|video/i.test(ogType ?? '') ||
    meta.has('article:published_time') ||
    byline.published !== undefined ||
    jsonLd.some((object) => typesOf(object).some((type) => documentType.test(type)));
  const metadata: Partial<PageMetadata> = {};
  const found: { [K in TextField]: string | undefined } = {
    title: titleOf({ head, heading, isDocument }),
    description: meta.get('description') ?? ogDescription ?? meta.get('twitter:description'),
    language: tidy(
      html.attribs['lang'] ||
        html.attribs['xml:lang'] ||
        meta.get('content-language') ||
        meta.get('og:locale')?.replace('_', '-'),
    ),
    author: authorOf({ head, jsonLd, byline, siteName, url, isDocument }),
    ...dates,
    siteName,
    canonical,
    ogTitle: meta.get('og:title'),
    ogDescription,
    ogImage: resolve(meta.get('og:image') ?? meta.get('og:image:url')),
    ogSiteName: meta.get('og:site_name'),
    ogType,
  };
  for (const field of textFields) {
    const value = found[field];
    if (value !== undefined) metadata[field] = value;
  }
  return metadata;
}
