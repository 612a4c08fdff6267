import type { ProxyServer } from '../../contracts/egress/proxies.ts';
import type { EgressRules } from '../../contracts/egress/rules.ts';
import { checkUrl, withoutCredentials } from '../../contracts/egress/url.ts';
import { Failure } from '../../contracts/failures.ts';
import { createCookies } from './cookies.ts';
import type { HttpResponse } from './exchange.ts';
import { defaultFetchLimits, type FetchLimits } from './fetchLimits.ts';
import { FetchTimeouts } from './fetchTimeouts.ts';
import { createGuard, type GuardDeps } from './guard.ts';
import { dropReservedHeaders, requestHeaders, responseHeaders } from './headers.ts';
import { createHttpClient } from './httpClient.ts';
import { RedirectChain } from './redirectChain.ts';
import { type Hop, isRedirect, nextHop, redirectFailure } from './redirects.ts';
import { createResolver, type Resolve } from './resolver.ts';
import type { SiteCookies } from './siteCookies.ts';

export type FetchRequest = Partial<FetchLimits> & {
  /** May contain a user name and password. They are sent to that origin only and appear in no result or failure. */
  url: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** Sent with each request of the chain that goes to their site. */
  cookies?: SiteCookies | undefined;
  /** The proxy through which to connect. */
  via?: ProxyServer | undefined;
  accept?: string;
  signal?: AbortSignal | undefined;
  /** Takes the decoded body as it arrives, gunzipped if it is a gzip file; the result's `body` is then empty. */
  onChunk?: (bytes: Buffer, status: number) => void;
};

export interface FetchResult {
  /** The URL that answered, after redirects, without credentials and fragment. */
  url: string;
  status: number;
  /** Lower-case names; no Set-Cookie. */
  headers: Record<string, string>;
  contentType?: string;
  /** Decoded and complete: a body over the limit is a failure, never a truncated result. */
  body: Buffer;
  /** The URLs that redirected, in order. */
  redirects: string[];
}

export interface Fetcher {
  /** Resolves whatever the status is. Rejects with a `Failure` or the signal's reason. */
  fetch(request: FetchRequest): Promise<FetchResult>;
  /** Closes all connections, also those in use. */
  close(): Promise<void>;
}

export type FetcherDeps = Omit<GuardDeps, 'resolve'> & {
  userAgent: string;
  limits?: Partial<FetchLimits>;
  resolve?: Resolve;
};

const acceptPages = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

/**
 * The HTTP client for all outgoing requests except those of the browser.
 * @example
 * const fetcher = createFetcher({ rules: noEgressRules, userAgent: 'Sightread/1.0' });
 * const page = await fetcher.fetch({ url: 'https://example.com/' });
 */
export function createFetcher(deps: FetcherDeps): Fetcher {
  const { rules, userAgent, limits: fetcherLimits, resolve = createResolver() } = deps;
  const client = createHttpClient(createGuard({ ...deps, resolve }));

  async function fetch(request: FetchRequest): Promise<FetchResult> {
    const limits: FetchLimits = { ...defaultFetchLimits, ...fetcherLimits, ...request };
    const timeouts = new FetchTimeouts(limits);
    const cookies = createCookies(request.cookies);
    const chain = new RedirectChain(limits.maxRedirects);
    const defaults = { accept: request.accept ?? acceptPages, userAgent };
    let hop = firstHop(request, rules);
    for (;;) {
      const cookie = cookies.header(hop.url, hop.headers.cookie);
      chain.checkLoop(hop, cookie);
      const headers = requestHeaders(hop, defaults, cookie);
      const { signal, onChunk, via } = request;
      const sending = client.send({ ...hop, headers, limits, timeouts, signal, onChunk, via });
      const response = await sending.catch(attributeToRedirect(hop, chain));
      const { location } = response.headers;
      if (location === undefined || !isRedirect(response.status, response.headers)) {
        return resultOf(hop, response, chain);
      }
      cookies.store(response.headers, hop.url);
      const next = nextHop(hop, response.status, location);
      chain.add(hop, cookie, next);
      checkRedirect(hop, next, rules);
      hop = next;
    }
  }

  return { fetch, close: client.close };
}

function firstHop({ url, method = 'GET', headers, body }: FetchRequest, rules: EgressRules): Hop {
  const checked = checkUrl(url, rules);
  if (checked.url === undefined) throw new Failure(checked.kind, checked.problem);
  return { url: checked.url, method: method.toUpperCase(), headers: dropReservedHeaders(headers), body };
}

function checkRedirect(from: Hop, to: Hop, rules: EgressRules): void {
  const checked = checkUrl(to.url, rules);
  if (checked.url !== undefined) return;
  const kind = checked.kind === 'BlockedAddress' ? 'BlockedAddress' : 'PageUnreachable';
  throw redirectFailure(kind, withoutCredentials(from.url), checked.problem);
}

/**
 * Whether a name has a private address is known only when the guard connects. If a redirect led there, the failure
 * names the URL that redirected.
 */
function attributeToRedirect(hop: Hop, { urls }: RedirectChain) {
  return (error: unknown): never => {
    const from = urls.at(-1);
    if (from === undefined || !(error instanceof Failure) || error.kind !== 'BlockedAddress') throw error;
    throw redirectFailure('BlockedAddress', from, `${hop.url.hostname} is not a public address.`, { cause: error });
  };
}

function resultOf(hop: Hop, response: HttpResponse, { urls }: RedirectChain): FetchResult {
  const contentType = response.headers['content-type'];
  const [url = ''] = withoutCredentials(hop.url).split('#', 1);
  return {
    url,
    status: response.status,
    headers: responseHeaders(response.headers),
    ...(contentType === undefined ? {} : { contentType }),
    body: response.body,
    redirects: urls,
  };
}
