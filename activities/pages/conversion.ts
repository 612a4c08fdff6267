import type { PageOptions } from '../../contracts/requests/pageOptions.ts';
import type { PageItem, PageMetadata } from '../../contracts/results/page.ts';
import type { PackedContent } from '../../storage/packedContent.ts';
import type { OcrLanguage } from '../documents/ocr/languages.ts';

export interface ConvertInput {
  body: Buffer;
  contentType?: string | undefined;
  /** The final URL, after redirects. */
  url: string;
  /** Those of the operator; English alone if absent. */
  ocrLanguages?: readonly OcrLanguage[] | undefined;
  /** The content comes packed, except that of documents. */
  packing?: Packing | undefined;
  options: Pick<
    PageOptions,
    'formats' | 'formatOptions' | 'onlyMainContent' | 'includeTags' | 'excludeTags' | 'parsers'
  >;
}

/** How the content of a page is packed, which its caller only stores. */
export interface Packing {
  /** A crawl follows the links, so they come as they are. `storesLinks` tells whether they are stored as well. */
  forCrawl?: { storesLinks: boolean };
}

export interface ConvertedPage
  extends Pick<PageItem, 'markdown' | 'html' | 'rawHtml' | 'links' | 'images' | 'attributes' | 'warning'> {
  /** In place of the content; of a page of a crawl, the links are there, too. */
  packed?: PackedContent;
  metadata: Partial<PageMetadata>;
  /** Why the page should be rendered in the browser instead; absent if its HTML is enough. */
  renderReason?: string;
  /** The target of a `<meta refresh>`. */
  refreshTarget?: string;
}
