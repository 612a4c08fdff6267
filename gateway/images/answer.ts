import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ImageSource } from '../../contracts/images/source.ts';
import type { Context } from '../http/context.ts';

/** An answer of the image API: an image, or that there is none. */
export interface ImageAnswer {
  from: ImageSource;
  body?: Buffer;
  contentType: string;
  etag?: string;
  /** Alternating names and values: the headers that are the same every time. */
  headers: readonly string[];
  /** How long a browser and our own edge may cache it. */
  maxAgeSeconds: number;
}

export const dayS = 24 * 60 * 60;
export const hourS = 60 * 60;
/** For a fallback that answers while the search is still running. */
export const minuteS = 60;
/** How long our own edge may serve a stale image while it revalidates. */
const staleWhileRevalidateS = 60;

/** On every answer, errors included. */
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
  return { from, body, contentType, etag, headers, maxAgeSeconds };
}

export function noImage(maxAgeSeconds: number): ImageAnswer {
  const contentType = 'text/plain; charset=utf-8';
  return {
    ...{ from: 'none', contentType },
    headers: [...common('none'), 'Content-Type', contentType],
    maxAgeSeconds,
  };
}

const noImageText = Buffer.from('No image found');

/** The heads of answers from memory, which are most: each is made once. */
const hitHeads = new WeakMap<ImageAnswer, string[]>();

/** Writes an answer without Koa, which would check a dozen headers one by one. GET and HEAD have the same headers. */
export function send(
  request: IncomingMessage,
  response: ServerResponse,
  answer: ImageAnswer,
  cache: 'HIT' | 'MISS' | 'STALE',
  { forEdge }: { forEdge: boolean },
) {
  const { body = noImageText, etag } = answer;
  if (etag !== undefined && matches(request.headers['if-none-match'], etag)) {
    response.writeHead(304, linesOf(answer, cache, forEdge)).end();
    return;
  }
  const head = cache === 'HIT' && !forEdge ? hitHeadOf(answer) : headOf(answer, cache, forEdge);
  response.writeHead(etag === undefined ? 404 : 200, head).end(request.method === 'HEAD' ? undefined : body);
}

function hitHeadOf(answer: ImageAnswer): string[] {
  const known = hitHeads.get(answer);
  if (known) return known;
  const head = headOf(answer, 'HIT', false);
  hitHeads.set(answer, head);
  return head;
}

function headOf(answer: ImageAnswer, cache: string, forEdge: boolean): string[] {
  const { body = noImageText } = answer;
  return [...linesOf(answer, cache, forEdge), 'Content-Length', String(body.length)];
}

function linesOf({ headers, maxAgeSeconds }: ImageAnswer, cache: string, forEdge: boolean): string[] {
  return [...headers, ...(forEdge ? edgeLines(maxAgeSeconds) : browserLines(maxAgeSeconds)), 'X-Cache', cache];
}

/** Private, because a shared cache would answer without checking the key. */
function browserLines(maxAgeSeconds: number) {
  return ['Cache-Control', `private, max-age=${maxAgeSeconds}`];
}

/**
 * The edge replaces the first of them with the browser's line. In this order: after X-Accel-Expires nginx ignores
 * Cache-Control, and with it stale-while-revalidate.
 */
function edgeLines(maxAgeSeconds: number) {
  const stale = maxAgeSeconds > minuteS ? `, stale-while-revalidate=${staleWhileRevalidateS}` : '';
  return ['Cache-Control', `max-age=${maxAgeSeconds}${stale}`, 'X-Accel-Expires', String(maxAgeSeconds)];
}

function matches(header: string | undefined, etag: string) {
  return header?.split(',').some((each) => [etag, `W/${etag}`, '*'].includes(each.trim()));
}

/** Refusals are plain text and never cached. */
export function refuse(ctx: Context, status: number, text: string) {
  ctx.set(openHeaders);
  ctx.status = status;
  ctx.type = 'text/plain';
  ctx.set('Cache-Control', 'no-store');
  ctx.body = text;
}
