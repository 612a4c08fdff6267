import { Failure } from '../../contracts/failures.ts';
import type { PageOptions } from '../../contracts/requests/pageOptions.ts';
import type { PageItem } from '../../contracts/results/page.ts';
import type { Fetcher } from '../egress/fetch.ts';
import type { Converter } from './offThread.ts';

interface PageToRead {
  url: string;
  options: PageOptions;
  signal: AbortSignal;
}

/** The page's item, or the reason why it needs the browser. */
export type ReadPage = (page: PageToRead) => Promise<{ item: PageItem } | { render: string }>;

/** Fetches a page and turns it into an item. */
export const createReadPage =
  ({ fetcher, converter }: { fetcher: Fetcher; converter: Converter }): ReadPage =>
  async ({ url, options, signal }) => {
    const fetched = await fetcher.fetch({
      url,
      ...(options.headers && { headers: options.headers }),
      totalTimeoutMs: options.timeout,
      signal,
    });
    if (fetched.status >= 400) throw new Failure('PageRefused', `The site answered ${fetched.status}.`);
    const { metadata, ...content } = await converter.convert(
      { body: fetched.body, contentType: fetched.contentType, url: fetched.url, options },
      signal,
    );
    return {
      url,
      ...content,
      metadata: {
        ...metadata,
        sourceURL: url,
        url: fetched.url,
        statusCode: fetched.status,
        ...(fetched.contentType && { contentType: fetched.contentType }),
        engine: 'http',
      },
    };
  };
