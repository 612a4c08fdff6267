import { createHash } from 'node:crypto';
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

/** Of digests that were made like this. Those of the version before were of the request with all its defaults. */
const digestPrefix = 'given:';

/**
 * Of the body as the caller has sent it, in whatever order: with the defaults of a later version a repeated request would
 * be another one.
 */
export function bodyDigest(given: unknown): string {
  return `${digestPrefix}${createHash('sha256')
    .update(canonicalJson(withoutOrigin(given)))
    .digest('hex')}`;
}

/** Which client sends it says nothing about what is asked for. */
function withoutOrigin(given: unknown): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
  const { origin: _, ...asked }: { origin?: unknown } = given;
  return asked;
}

function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, each) => {
    if (typeof each !== 'object' || each === null || Array.isArray(each)) return each;
    return Object.fromEntries(Object.entries(each).toSorted(([one], [other]) => (one < other ? -1 : 1)));
  });
}

/** Refuses a key that came before with another body. One that an earlier version has stored cannot be compared. */
export function refuseOtherBody(earlier: string | undefined, { body }: Idempotency): void {
  if (earlier?.startsWith(digestPrefix) && earlier !== body) refuseReusedKey();
}

export function refuseReusedKey(): never {
  throw new Failure('Conflict', 'This Idempotency-Key was used before with another body.');
}
