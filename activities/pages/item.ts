import type { PageItem, PageMetadata } from '../../contracts/results/page.ts';
import type { ConvertedPage } from './converted.ts';

/** How a page was read, beside what it says of itself. */
type Reading = Required<Pick<PageMetadata, 'url' | 'statusCode' | 'engine'>> &
  Pick<PageMetadata, 'engineReason'> & { contentType?: string | undefined };

/** A page's item, its fields in the order that the documentation has them in. */
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
