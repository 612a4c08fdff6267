import type { Context } from 'koa';
import { Failure } from '../../contracts/failures.ts';

const longest = 255;

/** The caller's word for "this is the same request". */
export function idempotencyKey(ctx: Context): string | undefined {
  const key = ctx.get('Idempotency-Key') || ctx.get('X-Idempotency-Key');
  if (key.length > longest)
    throw new Failure('InvalidRequest', `An Idempotency-Key has at most ${longest} characters.`);
  return key || undefined;
}
