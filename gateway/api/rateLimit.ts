import { Failure } from '../../contracts/failures.ts';
import type { RateLimits, RateLimitUsage } from '../../storage/rateLimits.ts';
import type { PlanOf } from '../accounts/plan.ts';
import { type Context, callerOf, type Middleware } from '../http/context.ts';

/** Reads are cheaper than writes, and clients poll. */
const readsPerWrite = 10;
const windowSeconds = 60;

/** As many requests a minute for each account as its plan allows, over all its keys and all gateways. */
export function createRateLimit(rateLimits: RateLimits, planOf: PlanOf): Middleware {
  return async (ctx, next) => {
    const { account } = callerOf(ctx);
    const { requestsPerMinute } = await planOf(account);
    if (requestsPerMinute !== null) {
      const isRead = ctx.method === 'GET' || ctx.method === 'HEAD';
      const points = isRead ? requestsPerMinute * readsPerWrite : requestsPerMinute;
      const name = `${account}:${isRead ? 'reads' : 'writes'}`;
      const usage = await rateLimits.consume(name, { points, seconds: windowSeconds });
      const resetSeconds = setHeaders(ctx, usage);
      if (!usage.allowed) {
        throw new Failure(
          'TooManyRequests',
          `This account may make ${points} ${isRead ? 'status requests' : 'requests'} a minute; try again in ${resetSeconds} s.`,
        );
      }
    }
    await next();
  };
}

function setHeaders(ctx: Pick<Context, 'set'>, { allowed, limit, remaining, resetsInMs }: RateLimitUsage): number {
  const resetSeconds = Math.max(1, Math.ceil(resetsInMs / 1000));
  ctx.set({
    'RateLimit-Limit': String(limit),
    'RateLimit-Remaining': String(remaining),
    'RateLimit-Reset': String(resetSeconds),
  });
  if (!allowed) ctx.set('Retry-After', String(resetSeconds));
  return resetSeconds;
}
