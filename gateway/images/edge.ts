import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context } from 'koa';
import { renditionKey } from '../../contracts/imageParameters.ts';
import type { LastUse } from '../lastUse.ts';
import type { Admit } from './admit.ts';
import type { Asked } from './asked.ts';
import type { Counter } from './count.ts';

interface Parts {
  admit: Admit;
  counter: Counter;
  lastUse: LastUse;
}

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
export const createAnswerEdge =
  ({ admit, counter, lastUse }: Parts) =>
  async (ctx: Context, asked: Asked): Promise<void> => {
    const { key } = await admit(ctx, asked);
    const { domain, parameters } = asked;
    if (!key || domain === undefined) {
      ctx.status = 403;
      return;
    }
    lastUse(key._id);
    await counter.count(key);
    ctx.set('X-Sightread-Rendition', renditionKey(domain, parameters));
    ctx.status = 204;
  };
