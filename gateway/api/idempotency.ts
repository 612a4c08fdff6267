import { Failure } from '../../contracts/failures.ts';
import type { Context } from '../http/context.ts';

const maxKeyLength = 255;

/** By which a repeated request is recognized: the caller's key, and a hash of the request it came with. */
export interface Idempotency {
  key: string;
  body: string;
}

/** Undefined if the caller sent no Idempotency-Key. */
export function idempotencyKeyOf(ctx: Pick<Context, 'get'>): string | undefined {
  const key = ctx.get('Idempotency-Key') || ctx.get('X-Idempotency-Key');
  if (key.length > maxKeyLength)
    throw new Failure('InvalidRequest', `An Idempotency-Key has at most ${maxKeyLength} characters.`);
  return key === '' ? undefined : key;
}

export function refuseReusedKey(): never {
  throw new Failure('Conflict', 'This Idempotency-Key was used before with another body.');
}
