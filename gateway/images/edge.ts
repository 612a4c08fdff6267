import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { imageCacheKey } from '../../contracts/images/parameters.ts';
import type { LastUse } from '../accounts/lastUse.ts';
import type { Context } from '../http/context.ts';
import type { Admit } from './admission.ts';
import type { Counter } from './counter.ts';
import type { LastAsked } from './lastAsked.ts';
import type { ImageRequest } from './request.ts';

interface Deps {
  admit: Admit;
  counter: Counter;
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

/**
 * Answers the edge's access check before it serves a cached image: 204 if the request may be served, with the cache key
 * of its image; that has also counted it. Anything else is a 403 and not counted: the edge then passes the request on as
 * it came and relays the answer.
 */
export function createAccessCheck({ admit, counter, lastUse, lastAsked }: Deps) {
  return async (ctx: Context, request: ImageRequest): Promise<void> => {
    const { key } = await admit(ctx.headers, request);
    const { domain, parameters } = request;
    if (!key || domain === undefined) {
      ctx.status = 403;
      return;
    }
    lastUse(key._id);
    lastAsked.note(domain, parameters);
    await counter.count(key);
    ctx.respond = false;
    allow(ctx.res, imageCacheKey(domain, parameters));
  };
}

/** Lets the edge serve the image that it has under this cache key. */
export function allow(response: ServerResponse, cacheKey: string) {
  return response.writeHead(204, ['X-Sightread-Rendition', cacheKey]).end();
}
