import type { Middleware } from 'koa';
import { Failure } from '../../contracts/failures.ts';
import type { Limits, Taken } from '../../storage/rateLimits.ts';
import type { PlanOf } from '../accounts/plan.ts';

/** Looking at things is cheaper than doing them, and clients poll. */
const readsForEachWrite = 10;
const seconds = 60;

/** At most so many requests a minute for each key, over all gateways, as the plan says. */
export function rateLimit(limits: Limits, planOf: PlanOf): Middleware {
  return async (ctx, next) => {
    const { requestsPerMinute } = await planOf(ctx.state['account']);
    if (requestsPerMinute !== null) {
      const reads = ctx.method === 'GET' || ctx.method === 'HEAD';
      const points = reads ? requestsPerMinute * readsForEachWrite : requestsPerMinute;
      const taken = await limits.take(`${ctx.state['key']}:${reads ? 'reads' : 'writes'}`, { points, seconds });
      const resetSeconds = tell(ctx, taken);
      if (!taken.allowed) {
        throw new Failure(
          'TooManyRequests',
          `This key may make ${points} ${reads ? 'status requests' : 'requests'} a minute; try again in ${resetSeconds} s.`,
        );
      }
    }
    await next();
  };
}

function tell(ctx: Parameters<Middleware>[0], { allowed, limit, remaining, resetsInMs }: Taken): number {
  const resetSeconds = Math.max(1, Math.ceil(resetsInMs / 1000));
  ctx.set({
    'RateLimit-Limit': String(limit),
    'RateLimit-Remaining': String(remaining),
    'RateLimit-Reset': String(resetSeconds),
  });
  if (!allowed) ctx.set('Retry-After', String(resetSeconds));
  return resetSeconds;
}
