import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { LastUse } from '../accounts/lastUse.ts';
import type { Context } from '../http/context.ts';
import type { Admit } from './admission.ts';
import type { Counter } from './counter.ts';
import { type EdgeCounts, holderOf } from './edgeCounts.ts';
import type { LastAsked } from './lastAsked.ts';
import type { ImageRequest } from './request.ts';

interface Deps {
  admit: Admit;
  counter: Counter;
  edgeCounts?: EdgeCounts | undefined;
  lastUse: LastUse;
  lastAsked: LastAsked;
}

export type IsEdge = (headers: IncomingHttpHeaders) => boolean;

/** Whether our own edge sends the request: it knows the secret, and passes on nobody else's claim to. */
export function createIsEdge(secret: string | undefined): IsEdge {
  if (secret === undefined) return () => false;
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const expected = digest(secret);
  return ({ 'x-sightread-edge': given }) => typeof given === 'string' && timingSafeEqual(digest(given), expected);
}

/** The edge that can count this request by itself, if it can. */
export function countingEdge({ 'x-sightread-counting-edge': name }: IncomingHttpHeaders): string | undefined {
  return typeof name === 'string' && name !== '' ? name : undefined;
}

/**
 * Answers the edge's access check before it serves a cached image: 204 if the request may be served, with the cache key
 * of its image. That has also counted it, unless the answer leases the count to the edge. Anything else is a 403 and not
 * counted: the edge then passes the request on as it came and relays the answer.
 */
export function createAccessCheck({ admit, counter, edgeCounts, lastUse, lastAsked }: Deps) {
  return async (ctx: Context, request: ImageRequest): Promise<void> => {
    const edge = countingEdge(ctx.headers);
    const file = edge && edgeCounts?.lease(edge);
    const startOfSecond = Math.floor(Date.now() / 1_000) * 1_000;
    const { key, lookedUpAt = 0 } = await admit(ctx.headers, request, file ? startOfSecond : 0);
    const { domain, parameters, cacheKey } = request;
    if (!key || domain === undefined) {
      ctx.status = 403;
      return;
    }
    const rendition = ['X-Sightread-Rendition', cacheKey];
    ctx.respond = false;
    if (file) {
      const lease = ['X-Sightread-Counts', file, 'X-Sightread-Holder', holderOf(key)];
      // The edge keeps this until the second is over in which the key was looked up.
      const expiry = ['X-Accel-Expires', `@${Math.floor(lookedUpAt / 1_000)}`];
      ctx.res.writeHead(204, [...rendition, ...lease, ...expiry]).end();
      return;
    }
    lastUse(key._id);
    lastAsked.note(domain, parameters, key.account);
    await counter.count(key);
    const probe = edge && edgeCounts?.probe(edge);
    ctx.res.writeHead(204, [...rendition, ...(probe ? ['X-Sightread-Counts', probe] : [])]).end();
  };
}

/** Lets the edge serve the image that it has under this cache key. */
export function allow(response: ServerResponse, cacheKey: string) {
  return response.writeHead(204, ['X-Sightread-Rendition', cacheKey]).end();
}
