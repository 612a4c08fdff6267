import type { PageItem, PageMetadata } from '../../contracts/results/page.ts';
import type { ConvertedPage } from './conversion.ts';

/** How the page was read; the rest of the metadata comes from the page itself. */
type Reading = Required<Pick<PageMetadata, 'url' | 'statusCode' | 'engine'>> &
  Pick<PageMetadata, 'engineReason'> & { contentType?: string | undefined };

/** A page's item, with its fields in the order of the documentation. */
export function itemOf(
  url: string,
  content: ConvertedPage,
  { contentType, ...reading }: Reading,
  screenshot?: string,
): PageItem {
  const { markdown, html, rawHtml, links, warning, metadata } = content;
  return {
    url,
    ...(markdown !== undefined && { markdown }),
    ...(html !== undefined && { html }),
    ...(rawHtml !== undefined && { rawHtml }),
    ...(links && { links }),
    ...(screenshot && { screenshot }),
    ...(warning && { warning }),
    metadata: { ...metadata, sourceURL: url, ...reading, ...(contentType && { contentType }) },
  };
}
