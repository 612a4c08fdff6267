import { compressSync } from '../../storage/concatenableGzip.ts';
import type { ConvertedPage } from './conversion.ts';
import { hasNoText } from './emptyPage.ts';

/** The page with its content packed, if it has any. */
export function packPage(page: ConvertedPage): ConvertedPage {
  const { markdown, html, rawHtml, links, images, attributes, ...rest } = page;
  // In the order of `itemOf`.
  const json = JSON.stringify({ markdown, html, rawHtml, links, images, attributes });
  if (json === '{}') return page;
  return { ...rest, packed: { fields: compressSync(json.slice(1, -1)), hasNoText: hasNoText(page) } };
}
