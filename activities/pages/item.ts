import type { PageItem, PageMetadata } from '../../contracts/results/page.ts';
import type { ItemToSettle } from '../../storage/packedContent.ts';
import type { ConvertedPage } from './conversion.ts';

/** How the page was read; the rest of the metadata comes from the page itself. */
type Reading = Pick<PageMetadata, 'url' | 'statusCode' | 'engine' | 'engineReason'> & {
  contentType?: string | undefined;
};

/** The page decides what its metadata says, and every list of results carries it. */
export const maxMetadataLength = 2_000;
/** A longer URL is left out, because half of one leads nowhere. */
const maxUrlLength = 8_192;
const urlFields: ReadonlySet<string> = new Set<keyof PageMetadata>(['canonical', 'ogImage']);

/** A page's item, with its fields in the order of the documentation. */
export function itemOf(
  url: string,
  content: ConvertedPage,
  { contentType, ...reading }: Reading,
  { screenshot, actions }: Pick<PageItem, 'screenshot' | 'actions'> = {},
): ItemToSettle {
  const { markdown, html, rawHtml, links, images, attributes, packed, warning, metadata } = content;
  return {
    url,
    ...(markdown !== undefined && { markdown }),
    ...(html !== undefined && { html }),
    ...(rawHtml !== undefined && { rawHtml }),
    ...(links && { links }),
    ...(images && { images }),
    ...(attributes && { attributes }),
    ...(packed && { packed }),
    ...(screenshot && { screenshot }),
    ...(actions && { actions }),
    ...(warning && { warning }),
    metadata: { ...boundedMetadata(metadata), sourceURL: url, ...reading, ...(contentType && { contentType }) },
  };
}

function boundedMetadata(metadata: Partial<PageMetadata>): Partial<PageMetadata> {
  const entries = Object.entries(metadata).flatMap(([name, value]) => {
    if (typeof value !== 'string') return [[name, value]];
    if (urlFields.has(name)) return value.length > maxUrlLength ? [] : [[name, value]];
    return [[name, value.length > maxMetadataLength ? `${value.slice(0, maxMetadataLength - 1)}…` : value]];
  });
  return Object.fromEntries(entries);
}
