import type { Context } from 'koa';
import { Failure } from '../../../contracts/failures.ts';
import { asEmail } from '../../../storage/accounts.ts';
import type { Limits } from '../../../storage/rateLimits.ts';

const quarterHour = 15 * 60;
/** Guesses at one account from one place… */
const guesses = { points: 8, seconds: quarterHour };
/** …at one account from anywhere… */
const guessesAnywhere = { points: 100, seconds: quarterHour };
/** …and from one place at all accounts; also the accounts that are made from there. */
const fromOnePlace = { points: 60, seconds: quarterHour };

/** Keeps passwords from being guessed, over all gateways. */
export function createThrottle(limits: Limits) {
  async function take(ctx: Context, name: string, limit: typeof guesses) {
    const { allowed, resetsInMs } = await limits.take(name, limit);
    if (allowed) return;
    const minutes = Math.max(1, Math.ceil(resetsInMs / 60_000));
    ctx.set('Retry-After', String(Math.ceil(resetsInMs / 1000)));
    throw new Failure(
      'TooManyRequests',
      `Too many tries; please wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`} and try again.`,
    );
  }
  const names = (ctx: Context, email: string) => ({
    here: `sign-in:${asEmail(email)}:${ctx.ip}`,
    anywhere: `sign-in:${asEmail(email)}`,
  });
  return {
    async signIn(ctx: Context, email: string) {
      const { here, anywhere } = names(ctx, email);
      await take(ctx, `sign-in-from:${ctx.ip}`, fromOnePlace);
      await take(ctx, anywhere, guessesAnywhere);
      await take(ctx, here, guesses);
    },
    signUp: (ctx: Context) => take(ctx, `sign-in-from:${ctx.ip}`, fromOnePlace),
    /** The right password was among them. */
    async forget(ctx: Context, email: string) {
      const { here, anywhere } = names(ctx, email);
      await Promise.all([
        limits.forget(here, guesses),
        limits.forget(anywhere, guessesAnywhere),
        limits.forget(`sign-in-from:${ctx.ip}`, fromOnePlace),
      ]);
    },
  };
}
