import { Failure } from '../../contracts/failures.ts';
import type { PageOptions } from '../../contracts/requests/pageOptions.ts';
import type { PageItem } from '../../contracts/results/page.ts';
import type { Fetcher } from '../egress/fetch.ts';
import type { ConvertedPage, ConvertInput } from './convert.ts';

export interface Converter {
  convert(input: ConvertInput, signal: AbortSignal): Promise<ConvertedPage>;
}

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
    if (fetched.status >= 400) {
      throw new Failure('PageRefused', `The site answered ${fetched.status}.`, {
        statusCode: fetched.status,
        retryAfterMs: retryAfterMs(fetched.headers['retry-after']),
      });
    }
    const { metadata, ...content } = await converter.convert(
      {
        body: fetched.body,
        ...(fetched.contentType && { contentType: fetched.contentType }),
        url: fetched.url,
        options,
      },
      signal,
    );
    const item = {
      url,
      ...content,
      metadata: {
        ...metadata,
        sourceURL: url,
        url: fetched.url,
        statusCode: fetched.status,
        ...(fetched.contentType && { contentType: fetched.contentType }),
        engine: 'http' as const,
      },
    };
    return { item };
  };

/** Seconds or a date. */
function retryAfterMs(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}
