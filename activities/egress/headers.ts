import type { IncomingHttpHeaders } from 'node:http';
import { acceptEncoding } from './encodings.ts';
import type { Hop } from './redirects.ts';

/** Headers that belong to the connection or to the fetcher, whatever a caller says. */
const ours = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

export function callerHeaders(headers: Record<string, string> | undefined): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers ?? {})) {
    const key = name.toLowerCase();
    if (!ours.has(key)) kept[key] = value;
  }
  return kept;
}

export function wireHeaders(hop: Hop, defaults: { accept: string; userAgent: string }, cookie: string | undefined) {
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
    headers.authorization = `Basic ${Buffer.from(`${decoded(username)}:${decoded(password)}`).toString('base64')}`;
  }
  return headers;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** One value a name. Set-Cookie is left out: it is nobody's business after the fetch, and must not end up in storage. */
export function answerHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const plain: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && name !== 'set-cookie') plain[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return plain;
}
