import { Failure } from '../../../contracts/failures.ts';
import { asEmail } from '../../../storage/accounts.ts';
import type { RateLimits } from '../../../storage/rateLimits.ts';
import { clientNetwork } from '../../http/clientNetwork.ts';
import type { Context } from '../../http/context.ts';

const windowSeconds = 15 * 60;
const perAddress = { points: 60, seconds: windowSeconds };
const perAccount = { points: 100, seconds: windowSeconds };
const perAccountAndAddress = { points: 8, seconds: windowSeconds };

/** Limits the guessing of passwords. The counts are shared by all gateways. */
export function createThrottle(rateLimits: Pick<RateLimits, 'consume' | 'reset'>) {
  async function consume(ctx: Context, key: string, limit: typeof perAddress) {
    const { allowed, resetsInMs } = await rateLimits.consume(key, limit);
    if (allowed) return;
    const minutes = Math.max(1, Math.ceil(resetsInMs / 60_000));
    ctx.set('Retry-After', String(Math.ceil(resetsInMs / 1000)));
    throw new Failure(
      'TooManyRequests',
      `Too many tries; please wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`} and try again.`,
    );
  }
  const addressKey = (ctx: Context) => `sign-in-from:${clientNetwork(ctx.ip)}`;
  const signInLimits = (ctx: Context, email: string) =>
    [
      [addressKey(ctx), perAddress],
      [`sign-in:${asEmail(email)}:${clientNetwork(ctx.ip)}`, perAccountAndAddress],
      // Last, so that tries which another limit refuses do not count: a few addresses cannot lock an owner out.
      [`sign-in:${asEmail(email)}`, perAccount],
    ] as const;
  return {
    async signIn(ctx: Context, email: string) {
      for (const [key, limit] of signInLimits(ctx, email)) await consume(ctx, key, limit);
    },
    /** New accounts count against the limit of sign-ins from the same address. */
    signUp: (ctx: Context) => consume(ctx, addressKey(ctx), perAddress),
    /** To be called once the right password was given. */
    async reset(ctx: Context, email: string) {
      await Promise.all(signInLimits(ctx, email).map(([key, limit]) => rateLimits.reset(key, limit)));
    },
  };
}
