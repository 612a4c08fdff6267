import { Failure } from '../../contracts/failures.ts';
import type { PageOptions } from '../../contracts/requests/pageOptions.ts';
import type { Validators } from '../../storage/pages.ts';
import type { Fetched, Fetcher } from '../egress/fetch.ts';
import { itemOf } from './item.ts';
import type { Converter } from './offThread.ts';
import type { PageToRead, ReadPage } from './read.ts';

interface Parts {
  fetcher: Fetcher;
  converter: Converter;
}

/** `<meta refresh>` is a redirect that the HTTP layer does not see. */
const mostRefreshes = 3;

/** Fetches a page and converts it; with `engine: auto`, says so where only a browser would show what is on it. */
export function createReadOverHttp({ fetcher, converter }: Parts): ReadPage {
  return async ({ url, options, signal, validators }) => {
    const until = Date.now() + options.timeout;
    let address = url;
    for (let refreshes = 0; ; refreshes += 1) {
      const fetched = await fetcher.fetch({
        url: address,
        headers: { ...deviceHeaders(options), ...options.headers, ...(refreshes === 0 && conditional(validators)) },
        totalTimeoutMs: Math.max(1, until - Date.now()),
        signal,
      });
      if (fetched.status === 304 && validators) return { notModified: true };
      refuseErrors(fetched);
      const { body, contentType, url: found } = fetched;
      const content = await converter.convert({ body, contentType, url: found, options }, signal);
      const { rendering } = content;

      if (rendering?.refreshTarget && rendering.refreshTarget !== found && refreshes < mostRefreshes) {
        address = rendering.refreshTarget;
        continue;
      }
      if (options.engine === 'auto' && rendering?.needed)
        return { render: rendering.reason ?? 'the page is made by scripts' };
      const item = itemOf(url, content, { url: found, statusCode: fetched.status, contentType, engine: 'http' });
      return { item, ...(refreshes === 0 && { validators: validatorsOf(fetched) }) };
    }
  };
}

/** An answer of 400 or more is no page. */
function refuseErrors({ status, headers }: Fetched) {
  if (status < 400) return;
  throw new Failure('PageRefused', `The site answered ${status}.`, {
    statusCode: status,
    retryAfterMs: retryAfterMs(headers['retry-after']),
  });
}

const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

function deviceHeaders({ mobile }: PageOptions): Record<string, string> {
  return mobile ? { 'user-agent': phone } : {};
}

function conditional(validators: PageToRead['validators']): Record<string, string> {
  return {
    ...(validators?.etag && { 'if-none-match': validators.etag }),
    ...(validators?.lastModified && { 'if-modified-since': validators.lastModified }),
  };
}

function validatorsOf({ headers: { etag, 'last-modified': lastModified } }: Fetched): Validators {
  return {
    ...(etag && { etag }),
    ...(lastModified && { lastModified }),
  };
}

/** Seconds, or a date. */
function retryAfterMs(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}
