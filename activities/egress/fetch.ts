import { judgeUrl, withoutCredentials } from '../../contracts/egress/address.ts';
import type { EgressRules } from '../../contracts/egress/rules.ts';
import { Failure } from '../../contracts/failures.ts';
import { createCookies } from './cookies.ts';
import { Deadline } from './deadline.ts';
import { createDispatch } from './dispatch.ts';
import type { Answer } from './exchange.ts';
import { createGuard, type GuardDependencies } from './guard.ts';
import { answerHeaders, callerHeaders, wireHeaders } from './headers.ts';
import { defaultFetchLimits, type FetchLimits } from './limits.ts';
import { type Hop, isRedirect, nextHop } from './redirects.ts';
import { createResolver, type Resolve } from './resolve.ts';
import { Trail } from './trail.ts';

export type FetchRequest = Partial<FetchLimits> & {
  /** May hold a user name and password: they are sent to that origin and are in nothing that comes back. */
  url: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  accept?: string;
  signal?: AbortSignal | undefined;
};

export interface Fetched {
  /** The URL that answered, without credentials and fragment. */
  url: string;
  status: number;
  /** Lower-case names; no Set-Cookie. */
  headers: Record<string, string>;
  contentType?: string;
  /** Decoded, and whole: a page is never cut. */
  body: Buffer;
  /** The URLs that redirected, in order. */
  redirects: string[];
}

export interface Fetcher {
  /** Gives the answer whatever its status. Throws a `Failure`, or the signal's reason. */
  fetch(request: FetchRequest): Promise<Fetched>;
  /** Ends all connections, also those in use. */
  close(): Promise<void>;
}

export type FetcherDependencies = Omit<GuardDependencies, 'resolve'> & {
  userAgent: string;
  limits?: Partial<FetchLimits>;
  resolve?: Resolve;
};

const acceptPages = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

/**
 * Every request that is not a browser's leaves through here.
 * @example
 * const fetcher = createFetcher({ rules: noEgressRules, userAgent: 'Sightread/1.0' });
 * const page = await fetcher.fetch({ url: 'https://example.com/' });
 */
export function createFetcher(dependencies: FetcherDependencies): Fetcher {
  const { rules, userAgent, limits, resolve = createResolver() } = dependencies;
  const dispatch = createDispatch(createGuard({ ...dependencies, resolve }));

  async function fetch(request: FetchRequest): Promise<Fetched> {
    const limit: FetchLimits = { ...defaultFetchLimits, ...limits, ...request };
    const deadline = new Deadline(limit);
    const cookies = createCookies();
    const trail = new Trail(limit.maxRedirects);
    const defaults = { accept: request.accept ?? acceptPages, userAgent };
    let hop = firstHop(request, rules);
    for (;;) {
      const cookie = cookies.header(hop.url, hop.headers.cookie);
      trail.arrive(hop, cookie);
      const headers = wireHeaders(hop, defaults, cookie);
      const sending = dispatch.send({ ...hop, headers, limits: limit, deadline, signal: request.signal });
      const answer = await sending.catch(blameRedirect(hop, trail));
      const { location } = answer.headers;
      if (location === undefined || !isRedirect(answer.status, answer.headers)) return fetched(hop, answer, trail);
      cookies.take(answer.headers, hop.url);
      const next = nextHop(hop, answer.status, location);
      trail.redirected(hop, cookie, next);
      judgeRedirect(hop, next, rules);
      hop = next;
    }
  }

  return { fetch, close: dispatch.close };
}

function firstHop({ url, method = 'GET', headers, body }: FetchRequest, rules: EgressRules): Hop {
  const judged = judgeUrl(url, rules);
  if (judged.url === undefined) throw new Failure(judged.kind, judged.problem);
  return { url: judged.url, method: method.toUpperCase(), headers: callerHeaders(headers), body };
}

function judgeRedirect(from: Hop, to: Hop, rules: EgressRules): void {
  const judged = judgeUrl(to.url, rules);
  if (judged.url !== undefined) return;
  const kind = judged.kind === 'BlockedAddress' ? 'BlockedAddress' : 'PageUnreachable';
  throw new Failure(
    kind,
    `${withoutCredentials(from.url)} redirects to a place that cannot be read: ${judged.problem}`,
  );
}

/** A name that leads to a private address is found out only while connecting; say who sent us there. */
function blameRedirect(hop: Hop, { redirects }: Trail) {
  return (error: unknown): never => {
    const from = redirects.at(-1);
    if (from === undefined || !(error instanceof Failure) || error.kind !== 'BlockedAddress') throw error;
    const words = `${from} redirects to a place that cannot be read: ${hop.url.hostname} is not a public address`;
    throw new Failure('BlockedAddress', words, { cause: error });
  };
}

function fetched(hop: Hop, answer: Answer, { redirects }: Trail): Fetched {
  const contentType = answer.headers['content-type'];
  const [url = ''] = withoutCredentials(hop.url).split('#', 1);
  return {
    url,
    status: answer.status,
    headers: answerHeaders(answer.headers),
    ...(contentType === undefined ? {} : { contentType }),
    body: answer.body,
    redirects,
  };
}
