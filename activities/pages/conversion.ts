import type { PageOptions } from '../../contracts/requests/pageOptions.ts';
import type { PageItem, PageMetadata } from '../../contracts/results/page.ts';

export interface ConvertInput {
  body: Buffer;
  contentType?: string | undefined;
  /** The final URL, after redirects. */
  url: string;
  options: Pick<PageOptions, 'formats' | 'formatOptions' | 'onlyMainContent' | 'includeTags' | 'excludeTags'>;
}

export interface ConvertedPage
  extends Pick<PageItem, 'markdown' | 'html' | 'rawHtml' | 'links' | 'images' | 'attributes' | 'warning'> {
  metadata: Partial<PageMetadata>;
  /** Why the page should be rendered in the browser instead; absent if its HTML is enough. */
  renderReason?: string;
  /** The target of a `<meta refresh>`. */
  refreshTarget?: string;
}
