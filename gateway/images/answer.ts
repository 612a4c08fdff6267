import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from 'koa';

export type ImageSource = 'site' | 'curated' | 'service' | 'monogram' | 'none';

/** An image as it is answered, or that there is none. */
export interface ImageAnswer {
  from: ImageSource;
  body?: Buffer;
  etag?: string;
  /** Names and values in turn: what is the same whenever this is answered. */
  headers: readonly string[];
  /** For how long a browser, and our own edge, may keep it. */
  maxAgeSeconds: number;
}

export const dayS = 24 * 60 * 60;
export const hourS = 60 * 60;
/** A fallback that stands in while the site is still being asked. */
export const minuteS = 60;
/** So long after its time our own edge may give out what it has, once it has begun to ask for a new one. */
const renewalS = 60;

/** On every answer, errors too. */
export const openHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'ETag, X-Cache, X-Sightread-Source',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-Content-Type-Options': 'nosniff',
} as const;

function common(from: ImageSource) {
  return [...Object.entries(openHeaders).flat(), 'X-Sightread-Source', from];
}

export function imageAnswer(from: ImageSource, body: Buffer, contentType: string, maxAgeSeconds: number): ImageAnswer {
  const etag = `"${createHash('sha1').update(body).digest('base64url')}"`;
  const headers = [...common(from), 'Content-Type', contentType, 'ETag', etag];
  if (contentType === 'image/svg+xml') headers.push('Content-Security-Policy', 'sandbox');
  return { from, body, etag, headers, maxAgeSeconds };
}

export function noImage(maxAgeSeconds: number): ImageAnswer {
  return {
    from: 'none',
    headers: [...common('none'), 'Content-Type', 'text/plain; charset=utf-8'],
    maxAgeSeconds,
  };
}

const noImageText = Buffer.from('No image found');

/** Writes an answer, past Koa, which would judge a dozen headers one by one. GET and HEAD have the same headers. */
export function send(
  request: IncomingMessage,
  response: ServerResponse,
  { headers, body = noImageText, etag, maxAgeSeconds }: ImageAnswer,
  cache: 'HIT' | 'MISS' | 'STALE',
  { forEdge }: { forEdge: boolean },
) {
  const control = forEdge ? edgeControl(maxAgeSeconds) : browserControl(maxAgeSeconds);
  // In this order: behind X-Accel-Expires nginx reads no Cache-Control, and would not know of stale-while-revalidate.
  const ages = ['Cache-Control', control, 'X-Accel-Expires', String(maxAgeSeconds)];
  const lines = [...headers, ...ages, 'X-Cache', cache];
  if (etag !== undefined && matches(request.headers['if-none-match'], etag)) {
    response.writeHead(304, lines).end();
    return;
  }
  lines.push('Content-Length', String(body.length));
  response.writeHead(etag === undefined ? 404 : 200, lines).end(request.method === 'HEAD' ? undefined : body);
}

/** Private: no cache that skips the check of the key may answer for us. */
function browserControl(maxAgeSeconds: number) {
  return `private, max-age=${maxAgeSeconds}`;
}

/** The edge makes the browser's line of it. */
function edgeControl(maxAgeSeconds: number) {
  return `max-age=${maxAgeSeconds}${maxAgeSeconds > minuteS ? `, stale-while-revalidate=${renewalS}` : ''}`;
}

function matches(header: string | undefined, etag: string) {
  return header?.split(',').some((each) => [etag, `W/${etag}`, '*'].includes(each.trim()));
}

/** Refusals are plain text, and kept by nobody. */
export function refuse(ctx: Context, status: number, text: string) {
  ctx.set(openHeaders);
  ctx.status = status;
  ctx.type = 'text/plain';
  ctx.set('Cache-Control', 'no-store');
  ctx.body = text;
}
