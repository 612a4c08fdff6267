import { renderReasonOf } from './appShell.ts';
import { collectAttributes } from './attributes.ts';
import { pickMainContent } from './content/mainContent.ts';
import { readBlocks } from './content/model/blocks.ts';
import { contentModel } from './content/model/contentModel.ts';
import { pageFeaturesOf } from './content/model/pageFacts.ts';
import { guessKind } from './content/model/pageKinds.ts';
import { normalizeContent } from './content/normalize.ts';
import { fillShell } from './content/shell.ts';
import { stripUnreadable } from './content/strip.ts';
import type { ConvertedPage, ConvertInput } from './conversion.ts';
import type { PageDocument } from './document.ts';
import { emptyPageWarning, hasNoText } from './emptyPage.ts';
import { collectImages } from './images.ts';
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
import { joinWarnings } from './warnings.ts';

/** A page that is less clearly of one kind, or has too little to go by, is given none. */
const minKindConfidence = 0.5;
const minKindBlocks = 20;

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
  const { formats, formatOptions, onlyMainContent, includeTags, excludeTags } = options;
  const jsonLd = readJsonLd(document);
  const shellReason = renderReasonOf(document);
  const refreshTarget = refreshTargetOf(document);
  const page: ConvertedPage = {
    metadata: readMetadata(document, jsonLd),
    ...(refreshTarget && { refreshTarget }),
  };
  if (formats.includes('links')) page.links = collectLinks(document);
  if (formats.includes('images')) page.images = collectImages(document);
  if (formatOptions?.attributes) Object.assign(page, collectAttributes(document, formatOptions.attributes));
  if (formats.includes('rawHtml')) page.rawHtml = document.source;
  const filling = fillShell(document);
  if (shellReason && !filling) page.renderReason = shellReason;
  if (!formats.includes('markdown') && !formats.includes('html')) return page;

  if (excludeTags?.length)
    for (const element of selectOutermost(document.body, excludeTags, 'excludeTags')) detach(element);
  const { ogType, title, description } = page.metadata;
  const facts = { url: document.url, jsonLd, ogType, title, description };
  stripUnreadable(document.body, 'lenient');
  const blocks = readBlocks(document.body);
  const pageFeatures = pageFeaturesOf(blocks, facts);
  const guess = guessKind(pageFeatures, contentModel().kinds);
  if (guess.confidence >= minKindConfidence && blocks.blocks.length >= minKindBlocks)
    page.metadata.pageType = guess.kind;
  let content = includeTags?.length ? selectTags(document, includeTags) : document.body;
  if (onlyMainContent && !includeTags?.length && filling !== 'state')
    content = pickMainContent(content, facts, { blocks, pageFeatures, guess });
  else stripUnreadable(content);
  const footnotes = readFootnotes(content);
  normalizeContent(content, document);
  if (formats.includes('html')) page.html = serializeInner(content);
  if (formats.includes('markdown')) page.markdown = toMarkdown(content, footnotes);
  if (hasNoText(page)) {
    page.warning = joinWarnings(page.warning, emptyPageWarning);
    if (/<script\b/i.test(document.source)) page.renderReason ??= 'the page has nothing to read before its scripts run';
  }
  return page;
}
