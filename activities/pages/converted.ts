import type { PageOptions } from '../../contracts/requests/pageOptions.ts';
import type { PageItem, PageMetadata } from '../../contracts/results/page.ts';
import type { Rendering } from './unrendered.ts';

export interface ConvertInput {
  body: Buffer;
  contentType?: string | undefined;
  /** The URL that answered, after redirects. */
  url: string;
  options: Pick<PageOptions, 'formats' | 'onlyMainContent' | 'includeTags' | 'excludeTags'>;
}

export interface ConvertedPage extends Pick<PageItem, 'markdown' | 'html' | 'rawHtml' | 'links' | 'warning'> {
  metadata: Partial<PageMetadata>;
  /** Whether a browser would have shown more; absent where the body is not HTML. */
  rendering?: Rendering;
}
