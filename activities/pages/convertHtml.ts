import { pickMainContent } from './content/mainContent.ts';
import { normalise } from './content/normalise.ts';
import { strip } from './content/strip.ts';
import type { ConvertedPage, ConvertInput } from './converted.ts';
import type { PageDocument } from './document.ts';
import { readJsonLd } from './jsonLd.ts';
import { collectLinks } from './links.ts';
import { readFootnotes } from './markdown/footnotes.ts';
import { toMarkdown } from './markdown/index.ts';
import { readMetadata } from './metadata.ts';
import { append, detach, PageElement } from './tree/nodes.ts';
import { selectOutermost } from './tree/select.ts';
import { serializeInner } from './tree/serialize.ts';
import { looksUnrendered } from './unrendered.ts';

function selected({ body }: PageDocument, selectors: readonly string[]): PageElement {
  const root = new PageElement('body', {});
  for (const element of selectOutermost(body, selectors, 'includeTags')) {
    detach(element);
    append(root, element);
  }
  return root;
}

/** Takes the document apart on its way: read what else is wanted of it before. */
export function convertHtml(document: PageDocument, options: ConvertInput['options']): ConvertedPage {
  const { formats, onlyMainContent, includeTags, excludeTags } = options;
  const jsonLd = readJsonLd(document);
  const page: ConvertedPage = { metadata: readMetadata(document, jsonLd), rendering: looksUnrendered(document) };
  if (formats.includes('links')) page.links = collectLinks(document);
  if (formats.includes('rawHtml')) page.rawHtml = document.source;
  if (!formats.includes('markdown') && !formats.includes('html')) return page;

  if (excludeTags?.length)
    for (const element of selectOutermost(document.body, excludeTags, 'excludeTags')) detach(element);
  let content = includeTags?.length ? selected(document, includeTags) : document.body;
  strip(content);
  if (onlyMainContent && !includeTags?.length) {
    const { ogType } = page.metadata;
    content = pickMainContent(content, { url: document.url, jsonLd, ogType }).root;
  }
  const footnotes = readFootnotes(content);
  normalise(content, document);
  if (formats.includes('html')) page.html = serializeInner(content);
  if (formats.includes('markdown')) page.markdown = toMarkdown(content, footnotes);
  return page;
}
