import { compressSync } from '../../storage/concatenableGzip.ts';
import { contentHashOf } from './contentHash.ts';
import type { ConvertedPage, Packing } from './conversion.ts';
import { hasNoText } from './emptyPage.ts';

/** The page with its content packed, if it has any. */
export function packPage(page: ConvertedPage, { forCrawl }: Packing): ConvertedPage {
  const { markdown, html, rawHtml, links, images, attributes, ...rest } = page;
  const stored = forCrawl?.storesLinks === false ? undefined : links;
  // In the order of `itemOf`.
  const json = JSON.stringify({ markdown, html, rawHtml, links: stored, images, attributes });
  if (json === '{}') return page;
  const contentHash = forCrawl && contentHashOf(page);
  const fields = compressSync(json.slice(1, -1));
  return {
    ...rest,
    ...(forCrawl && links && { links }),
    packed: { fields, hasNoText: hasNoText(page), ...(contentHash && { contentHash }) },
  };
}
