import { renderReasonOf } from './appShell.ts';
import { pickMainContent } from './content/mainContent.ts';
import { normalizeContent } from './content/normalize.ts';
import { stripUnreadable } from './content/strip.ts';
import type { ConvertedPage, ConvertInput } from './conversion.ts';
import type { PageDocument } from './document.ts';
import { readJsonLd } from './jsonLd.ts';
import { collectLinks } from './links.ts';
import { readFootnotes } from './markdown/footnotes.ts';
import { toMarkdown } from './markdown/toMarkdown.ts';
import { readMetadata } from './metadata.ts';
import { refreshTargetOf } from './metaRefresh.ts';
import { append, detach } from './tree/edit.ts';
import { PageElement } from './tree/nodes.ts';
import { selectOutermost } from './tree/select.ts';
import { serializeInner } from './tree/serialize.ts';

/** The matching elements, moved into a body of their own. */
function selectTags({ body }: PageDocument, selectors: readonly string[]): PageElement {
  const root = new PageElement('body', {});
  for (const element of selectOutermost(body, selectors, 'includeTags')) {
    detach(element);
    append(root, element);
  }
  return root;
}

/** Changes the document while converting it: read anything else from it before. */
export function convertHtml(document: PageDocument, options: ConvertInput['options']): ConvertedPage {
  const { formats, onlyMainContent, includeTags, excludeTags } = options;
  const jsonLd = readJsonLd(document);
  const renderReason = renderReasonOf(document);
  const refreshTarget = refreshTargetOf(document);
  const page: ConvertedPage = {
    metadata: readMetadata(document, jsonLd),
    ...(renderReason && { renderReason }),
    ...(refreshTarget && { refreshTarget }),
  };
  if (formats.includes('links')) page.links = collectLinks(document);
  if (formats.includes('rawHtml')) page.rawHtml = document.source;
  if (!formats.includes('markdown') && !formats.includes('html')) return page;

  if (excludeTags?.length)
    for (const element of selectOutermost(document.body, excludeTags, 'excludeTags')) detach(element);
  let content = includeTags?.length ? selectTags(document, includeTags) : document.body;
  stripUnreadable(content);
  if (onlyMainContent && !includeTags?.length) {
    const { ogType } = page.metadata;
    content = pickMainContent(content, { url: document.url, jsonLd, ogType }).root;
  }
  const footnotes = readFootnotes(content);
  normalizeContent(content, document);
  if (formats.includes('html')) page.html = serializeInner(content);
  if (formats.includes('markdown')) page.markdown = toMarkdown(content, footnotes);
  return page;
}
