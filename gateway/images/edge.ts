import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { Context } from 'koa';
import { renditionKey } from '../../contracts/images/parameters.ts';
import type { LastUse } from '../accounts/lastUse.ts';
import type { Admit } from './admit.ts';
import type { Asked } from './asked.ts';
import type { Counter } from './count.ts';

interface Parts {
  admit: Admit;
  counter: Counter;
  lastUse: LastUse;
}

export type IsEdge = (headers: IncomingHttpHeaders) => boolean;

/** Whether our own edge sends the request: it knows the secret, and lets nobody else's word for it through. */
export function createIsEdge(secret: string | undefined): IsEdge {
  if (secret === undefined) return () => false;
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const expected = digest(secret);
  return ({ 'x-sightread-edge': given }) => typeof given === 'string' && timingSafeEqual(digest(given), expected);
}

/**
 * Answers the edge's question before it serves what it has: 204 where the request may be served, which has counted it,
 * with the name that its image is cached under. 403 for everything else, which has not: the edge then passes the request
 * on as it came, and gets the very answer that anybody would.
 */
export function createAnswerEdge({ admit, counter, lastUse }: Parts) {
  return async (ctx: Context, asked: Asked): Promise<void> => {
    const { key } = await admit(ctx.headers, asked);
    const { domain, parameters } = asked;
    if (!key || domain === undefined) {
      ctx.status = 403;
      return;
    }
    lastUse(key._id);
    await counter.count(key);
    ctx.respond = false;
    allow(ctx.res, renditionKey(domain, parameters));
  };
}

/** The edge may serve the image that it caches under this name. */
export function allow(response: ServerResponse, rendition: string) {
  return response.writeHead(204, ['X-Sightread-Rendition', rendition]).end();
}
