import type { IncomingHttpHeaders } from 'node:http';
import { acceptEncoding } from './encodings.ts';
import type { Hop } from './redirects.ts';

/** Headers of one connection, which a proxy must not pass on. `upgrade` is missing: WebSockets need it end to end. */
export const hopByHopHeaders: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
]);

/** Headers that only the HTTP client sets; a caller's values are ignored. */
const reservedHeaders: ReadonlySet<string> = new Set([
  ...hopByHopHeaders,
  'accept-encoding',
  'content-length',
  'expect',
  'host',
  'http2-settings',
  'upgrade',
]);

/** Also makes the names lower-case. */
export function dropReservedHeaders(headers: Record<string, string> | undefined): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers ?? {})) {
    const key = name.toLowerCase();
    if (!reservedHeaders.has(key)) kept[key] = value;
  }
  return kept;
}

export function requestHeaders(hop: Hop, defaults: { accept: string; userAgent: string }, cookie: string | undefined) {
  const headers: Record<string, string> = {
    accept: defaults.accept,
    'accept-language': 'en;q=0.9, *;q=0.5',
    'user-agent': defaults.userAgent,
    ...hop.headers,
    'accept-encoding': acceptEncoding,
  };
  if (cookie !== undefined) headers.cookie = cookie;
  const { username, password } = hop.url;
  if ((username !== '' || password !== '') && headers.authorization === undefined) {
    const credentials = `${percentDecoded(username)}:${percentDecoded(password)}`;
    headers.authorization = `Basic ${Buffer.from(credentials).toString('base64')}`;
  }
  return headers;
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** One value for each name. Omits Set-Cookie, because results are stored and a session cookie is a secret. */
export function responseHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && name !== 'set-cookie') flat[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return flat;
}
