import { createHash } from 'node:crypto';
import type { Context } from 'koa';

export type ImageSource = 'site' | 'curated' | 'service' | 'monogram' | 'none';

/** An image as it is answered, or that there is none. */
export interface ImageAnswer {
  from: ImageSource;
  body?: Buffer;
  contentType?: string;
  etag?: string;
  /** For how long a browser, and our own edge, may keep it. */
  maxAgeSeconds: number;
}

export const dayS = 24 * 60 * 60;
export const hourS = 60 * 60;
/** A fallback that stands in while the site is still being asked. */
export const minuteS = 60;
/** So long after its time our own edge may give out what it has, once it has begun to ask for a new one. */
const renewalS = 60;

export const imageAnswer = (
  from: ImageSource,
  body: Buffer,
  contentType: string,
  maxAgeSeconds: number,
): ImageAnswer => ({
  from,
  body,
  contentType,
  etag: `"${createHash('sha1').update(body).digest('base64url')}"`,
  maxAgeSeconds,
});

/** On every answer, errors too. */
export const openHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'ETag, X-Cache, X-Sightread-Source',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-Content-Type-Options': 'nosniff',
} as const;

/** Writes an answer; GET and HEAD have the same headers. */
export function send(
  ctx: Context,
  answer: ImageAnswer,
  cache: 'HIT' | 'MISS' | 'STALE',
  { forEdge }: { forEdge: boolean },
) {
  const { from, body, contentType, etag, maxAgeSeconds } = answer;
  ctx.set({
    'Cache-Control': forEdge ? edgeControl(maxAgeSeconds) : browserControl(maxAgeSeconds),
    'X-Accel-Expires': String(maxAgeSeconds),
    'X-Sightread-Source': from,
    'X-Cache': cache,
  });
  if (!body || !contentType || !etag) {
    ctx.status = 404;
    ctx.type = 'text/plain';
    ctx.body = 'No image found';
    return;
  }
  ctx.set('ETag', etag);
  if (contentType === 'image/svg+xml') ctx.set('Content-Security-Policy', 'sandbox');
  ctx.status = 200;
  ctx.type = contentType;
  if (matches(ctx.get('If-None-Match'), etag)) {
    ctx.status = 304;
    return;
  }
  ctx.body = body;
}

/** Private: no cache that skips the check of the key may answer for us. */
const browserControl = (maxAgeSeconds: number) => `private, max-age=${maxAgeSeconds}`;

/** The edge makes the browser's line of it. */
const edgeControl = (maxAgeSeconds: number) =>
  `max-age=${maxAgeSeconds}${maxAgeSeconds > minuteS ? `, stale-while-revalidate=${renewalS}` : ''}`;

const matches = (header: string, etag: string) =>
  header !== '' && header.split(',').some((each) => [etag, `W/${etag}`, '*'].includes(each.trim()));

/** Refusals are plain text, and kept by nobody. */
export function refuse(ctx: Context, status: number, text: string) {
  ctx.status = status;
  ctx.type = 'text/plain';
  ctx.set('Cache-Control', 'no-store');
  ctx.body = text;
}
