import type { IncomingHttpHeaders } from 'node:http';
import { withoutCredentials } from '../../contracts/egress/address.ts';
import { Failure } from '../../contracts/failures.ts';

/** A request as it goes over the wire, one for each step of a chain of redirects. */
export interface Hop {
  url: URL;
  method: string;
  /** Lower-case names; what the caller gave, without what the fetcher itself sets. */
  headers: Record<string, string>;
  body: string | Uint8Array | undefined;
}

const redirectStatuses = new Set([301, 302, 303, 307, 308]);

export function isRedirect(status: number, headers: IncomingHttpHeaders): boolean {
  return redirectStatuses.has(status) && typeof headers.location === 'string';
}

/** Where a redirect leads and what is sent there, by the rules of WHATWG Fetch. */
export function nextHop(hop: Hop, status: number, location: string): Hop {
  const url = target(hop.url, location);
  const becomesGet =
    (status === 303 && hop.method !== 'HEAD') || ((status === 301 || status === 302) && hop.method === 'POST');
  const kept = sameSite(hop.url, url) ? hop.headers : pick(hop.headers, harmless);
  return {
    url,
    method: becomesGet ? 'GET' : hop.method,
    headers: becomesGet ? omit(kept, aboutTheBody) : kept,
    body: becomesGet ? undefined : hop.body,
  };
}

function target(from: URL, header: string): URL {
  const location = asWritten(header);
  if (!URL.canParse(location, from.href)) {
    throw new Failure('PageUnreachable', `${withoutCredentials(from)} redirects to something that is not a URL`);
  }
  const url = new URL(location, from);
  if (url.hash === '') url.hash = from.hash;
  return url;
}

/** Header bytes are read as Latin-1; sites that write beyond ASCII write UTF-8. */
function asWritten(header: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(header, 'latin1'));
  } catch {
    return header;
  }
}

/** The same origin, or its move from http to https: what was sent in the clear may be sent again in secret. */
function sameSite(from: URL, to: URL): boolean {
  return (
    from.origin === to.origin ||
    (from.hostname === to.hostname &&
      from.protocol === 'http:' &&
      to.protocol === 'https:' &&
      from.port + to.port === '')
  );
}

/** All that another site gets to see of the caller's headers: no authorization, no cookies, nothing of their own. */
const harmless = new Set(['accept', 'accept-language', 'user-agent', 'content-type', 'cache-control']);
const aboutTheBody = new Set(['content-type', 'content-encoding', 'content-language', 'content-location']);

function pick(headers: Record<string, string>, names: Set<string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => names.has(name)));
}

function omit(headers: Record<string, string>, names: Set<string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.has(name)));
}
