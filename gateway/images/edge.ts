import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context, Middleware } from 'koa';
import { renditionKey } from '../../contracts/imageParameters.ts';
import type { LastUse } from '../lastUse.ts';
import type { Admit } from './admit.ts';
import type { ReadAsked } from './asked.ts';
import type { Counter } from './count.ts';

interface Parts {
  isEdge: IsEdge;
  readAsked: ReadAsked;
  admit: Admit;
  counter: Counter;
  lastUse: LastUse;
}

/** Followed by the path and query of the image; deploy/edge/nginx.conf names it too. No domain looks like it. */
export const accessPath = '/internal/image-access';

export type IsEdge = (ctx: Context) => boolean;

/** Whether our own edge sends the request: it knows the secret, and lets nobody else's word for it through. */
export function createIsEdge(secret: string | undefined): IsEdge {
  if (secret === undefined) return () => false;
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const expected = digest(secret);
  return (ctx) => {
    const given = ctx.get('X-Sightread-Edge');
    return given !== '' && timingSafeEqual(digest(given), expected);
  };
}

/**
 * Answers the edge's question before it serves what it has: 204 where the request may be served, which has counted it,
 * with the name that its image is cached under. 403 for everything else, which has not: the edge then passes the request
 * on as it came, and gets the very answer that anybody would.
 */
export const answerEdge =
  ({ isEdge, readAsked, admit, counter, lastUse }: Parts): Middleware =>
  async (ctx, next) => {
    if (!ctx.path.startsWith(`${accessPath}/`) || !isEdge(ctx)) return next();
    const { key } = await admit(ctx);
    const { domain, parameters } = readAsked(ctx.path.slice(accessPath.length), ctx.query);
    if (!key || domain === undefined) {
      ctx.status = 403;
      return;
    }
    lastUse(key._id);
    await counter.count(key);
    ctx.set('X-Sightread-Rendition', renditionKey(domain, parameters));
    ctx.status = 204;
  };
