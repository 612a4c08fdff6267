import { Failure } from '../../contracts/failures.ts';
import type { ConcurrencySlots } from '../../storage/concurrencySlots.ts';
import type { PlanOf } from '../accounts/plan.ts';
import { callerOf, type Middleware } from '../http/context.ts';
import { holdSlot } from '../http/heldSlot.ts';

/** For operations on one page: as many at a time for an account as its plan allows, over all gateways. */
export function createConcurrencyLimit(slots: ConcurrencySlots, planOf: PlanOf): Middleware {
  return async (ctx, next) => {
    const { account } = callerOf(ctx);
    const { concurrentPages } = await planOf(account);
    const release = await holdSlot(slots, account, concurrentPages);
    if (!release) {
      ctx.set('Retry-After', '1');
      throw new Failure(
        'TooManyRequests',
        `The plan of this account allows ${concurrentPages} pages at a time, and as many are being read; try again when one has ended.`,
      );
    }
    try {
      await next();
    } finally {
      release();
    }
  };
}
