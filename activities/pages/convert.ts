import { Failure } from '../../contracts/failures.ts';
import type { PageOptions } from '../../contracts/requests/pageOptions.ts';
import type { PageItem, PageMetadata } from '../../contracts/results/page.ts';
import { decodeBody } from './charset.ts';
import { pickMainContent } from './content/mainContent.ts';
import { normalise } from './content/normalise.ts';
import { strip } from './content/strip.ts';
import { type PageDocument, readDocument } from './document.ts';
import { readJsonLd } from './jsonLd.ts';
import { collectLinks } from './links.ts';
import { readFootnotes } from './markdown/footnotes.ts';
import { toMarkdown } from './markdown/index.ts';
import { readMetadata } from './metadata.ts';
import { append, detach, PageElement } from './tree/nodes.ts';
import { selectOutermost } from './tree/select.ts';
import { serializeInner } from './tree/serialize.ts';

export interface ConvertInput {
  body: Buffer;
  contentType?: string;
  /** The URL that answered, after redirects. */
  url: string;
  options: Pick<PageOptions, 'formats' | 'onlyMainContent' | 'includeTags' | 'excludeTags'>;
}

export interface ConvertedPage extends Pick<PageItem, 'markdown' | 'html' | 'rawHtml' | 'links' | 'warning'> {
  metadata: Partial<PageMetadata>;
}

const selected = ({ body }: PageDocument, selectors: readonly string[]): PageElement => {
  const root = new PageElement('body', {});
  for (const element of selectOutermost(body, selectors, 'includeTags')) {
    detach(element);
    append(root, element);
  }
  return root;
};

export const convertHtml = (document: PageDocument, options: ConvertInput['options']): ConvertedPage => {
  const { formats, onlyMainContent, includeTags, excludeTags } = options;
  const jsonLd = readJsonLd(document);
  const page: ConvertedPage = { metadata: readMetadata(document, jsonLd) };
  if (formats.includes('links')) page.links = collectLinks(document);
  if (formats.includes('rawHtml')) page.rawHtml = document.source;
  if (!formats.includes('markdown') && !formats.includes('html')) return page;

  if (excludeTags?.length)
    for (const element of selectOutermost(document.body, excludeTags, 'excludeTags')) detach(element);
  let content = includeTags?.length ? selected(document, includeTags) : document.body;
  strip(content, { keepHidden: false });
  if (onlyMainContent && !includeTags?.length) {
    const titles = [page.metadata.title, page.metadata.ogTitle].filter((title) => title !== undefined);
    content = pickMainContent(content, jsonLd, titles).root;
  }
  const footnotes = readFootnotes(content);
  normalise(content, document);
  if (formats.includes('html')) page.html = serializeInner(content);
  if (formats.includes('markdown')) page.markdown = toMarkdown(content, footnotes);
  return page;
};

/** A fetched body as a page's content, in the formats asked for. */
export const convertPage = async ({ body, contentType, url, options }: ConvertInput): Promise<ConvertedPage> => {
  if (contentType && !/html|xml|text/i.test(contentType))
    throw new Failure('PageNotText', `The page is of type ${contentType}, which has no text that we can read.`);
  const { text } = decodeBody(body, contentType);
  return convertHtml(readDocument(text, url), options);
};
