import { Failure } from '../../contracts/failures.ts';
import { acceptLanguageOf } from '../../contracts/requests/location.ts';
import type { PageOptions } from '../../contracts/requests/pageOptions.ts';
import type { Validators } from '../../storage/pageRecord.ts';
import type { Fetcher, FetchResult } from '../egress/fetch.ts';
import { headersAfterRedirect } from '../egress/redirects.ts';
import type { Converter } from './converterPool.ts';
import { isReadable } from './errorPages.ts';
import { itemOf } from './item.ts';
import type { PageToRead, ReadPage } from './readPage.ts';

interface Deps {
  fetcher: Fetcher;
  converter: Pick<Converter, 'convert'>;
}

/** A `<meta refresh>` is a redirect that the HTTP layer does not follow. */
const maxRefreshes = 3;

/** Fetches a page and converts it; with `engine: auto`, a page that needs the browser is only reported as such. */
export function createReadOverHttp({ fetcher, converter }: Deps): ReadPage {
  return async ({ url, options, signal, validators, proxy, packing }) => {
    const deadline = Date.now() + options.timeout;
    let target = url;
    let headers = lowerCaseNames({ ...deviceHeaders(options), ...languageHeaders(options), ...options.headers });
    for (let refreshes = 0; ; refreshes += 1) {
      const fetched = await fetcher.fetch({
        url: target,
        headers: { ...headers, ...(refreshes === 0 && conditionalHeaders(validators)) },
        ...(options.cookies && { cookies: { url, values: options.cookies } }),
        via: proxy,
        totalTimeoutMs: Math.max(1, deadline - Date.now()),
        signal,
      });
      if (fetched.status === 304 && validators) return { notModified: true };
      if (!isReadable(fetched.status, options)) throw refusalOf(fetched);
      const { body, contentType, url: finalUrl } = fetched;
      const content = await converter.convert({ body, contentType, url: finalUrl, options, packing }, signal);
      const { refreshTarget, renderReason } = content;

      if (refreshTarget && refreshTarget !== finalUrl && refreshes < maxRefreshes) {
        // The site may have redirected by status before: the headers have to be allowed for both steps.
        const answered = new URL(finalUrl);
        headers = headersAfterRedirect(headers, new URL(target), answered);
        headers = headersAfterRedirect(headers, answered, new URL(refreshTarget));
        target = refreshTarget;
        continue;
      }
      if (options.engine === 'auto' && renderReason !== undefined) return { render: renderReason };
      const item = itemOf(url, content, { url: finalUrl, statusCode: fetched.status, contentType, engine: 'http' });
      return { item, ...(refreshes === 0 && { validators: validatorsOf(fetched) }) };
    }
  };
}

function refusalOf({ status, headers }: FetchResult): Failure {
  return new Failure('PageRefused', `The site answered ${status}.`, {
    statusCode: status,
    retryAfterMs: retryAfterMs(headers['retry-after']),
  });
}

const phoneUserAgent =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

function deviceHeaders({ mobile }: PageOptions): Record<string, string> {
  return mobile ? { 'user-agent': phoneUserAgent } : {};
}

function languageHeaders({ location }: PageOptions): Record<string, string> {
  const languages = acceptLanguageOf(location);
  return languages === undefined ? {} : { 'accept-language': languages };
}

function lowerCaseNames(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function conditionalHeaders(validators: PageToRead['validators']): Record<string, string> {
  return {
    ...(validators?.etag && { 'if-none-match': validators.etag }),
    ...(validators?.lastModified && { 'if-modified-since': validators.lastModified }),
  };
}

function validatorsOf({ headers: { etag, 'last-modified': lastModified } }: FetchResult): Validators {
  return {
    ...(etag && { etag }),
    ...(lastModified && { lastModified }),
  };
}

/** The header is a number of seconds, or a date. */
function retryAfterMs(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}
