import type { IncomingHttpHeaders } from 'node:http';
import { withoutCredentials } from '../../contracts/egress/url.ts';
import { Failure } from '../../contracts/failures.ts';
import { parseUrl } from '../../contracts/parseUrl.ts';

/** One request of a redirect chain. */
export interface Hop {
  url: URL;
  method: string;
  /** The caller's headers, with lower-case names and without the reserved ones. */
  headers: Record<string, string>;
  body: string | Uint8Array | undefined;
}

const redirectStatuses = new Set([301, 302, 303, 307, 308]);

export function isRedirect(status: number, headers: IncomingHttpHeaders): boolean {
  return redirectStatuses.has(status) && typeof headers.location === 'string';
}

/** The request that follows a redirect, by the rules of WHATWG Fetch. */
export function nextHop(hop: Hop, status: number, location: string): Hop {
  const url = redirectTarget(hop.url, location);
  const becomesGet =
    (status === 303 && hop.method !== 'HEAD') || ((status === 301 || status === 302) && hop.method === 'POST');
  const kept = headersAfterRedirect(hop.headers, hop.url, url);
  return {
    url,
    method: becomesGet ? 'GET' : hop.method,
    headers: becomesGet ? omit(kept, bodyHeaders) : kept,
    body: becomesGet ? undefined : hop.body,
  };
}

/**
 * The caller's headers that may follow a redirect of any kind, an HTTP status or a `<meta refresh>`. Names are lower-case.
 */
export function headersAfterRedirect(headers: Record<string, string>, from: URL, to: URL): Record<string, string> {
  return mayKeepCredentials(from, to) ? headers : pick(headers, crossOriginHeaders);
}

/** The failure of a redirect to a URL that may not or cannot be read. */
export function redirectFailure(
  kind: 'BlockedAddress' | 'PageUnreachable',
  from: string,
  problem: string,
  options: { cause?: unknown } = {},
): Failure {
  return new Failure(kind, `${from} redirects to a URL that cannot be read: ${problem}`, options);
}

function redirectTarget(from: URL, header: string): URL {
  const url = parseUrl(decodeLocation(header), from.href);
  if (!url)
    throw new Failure('PageUnreachable', `${withoutCredentials(from)} redirects to something that is not a URL.`);
  if (url.hash === '') url.hash = from.hash;
  return url;
}

/** Node reads header bytes as Latin-1, but sites that use non-ASCII characters write UTF-8. */
function decodeLocation(header: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(header, 'latin1'));
  } catch {
    return header;
  }
}

/** True for the same origin and its upgrade from http to https: what was sent in the clear may be sent encrypted. */
function mayKeepCredentials(from: URL, to: URL): boolean {
  return (
    from.origin === to.origin ||
    (from.hostname === to.hostname &&
      from.protocol === 'http:' &&
      to.protocol === 'https:' &&
      from.port + to.port === '')
  );
}

/** The only headers of the caller that are sent to another origin: no authorization, cookies or custom headers. */
const crossOriginHeaders = new Set(['accept', 'accept-language', 'user-agent', 'content-type', 'cache-control']);
/** WHATWG Fetch calls these request-body headers. */
const bodyHeaders = new Set(['content-type', 'content-encoding', 'content-language', 'content-location']);

function pick(headers: Record<string, string>, names: Set<string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => names.has(name)));
}

function omit(headers: Record<string, string>, names: Set<string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.has(name)));
}
