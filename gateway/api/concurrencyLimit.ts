import { Failure } from '../../contracts/failures.ts';
import { type ConcurrencySlots, slotLeaseMs } from '../../storage/concurrencySlots.ts';
import type { PlanOf } from '../accounts/plan.ts';
import { callerOf, type Middleware } from '../http/context.ts';

/** For operations on one page: as many at a time for an account as its plan allows, over all gateways. */
export function createConcurrencyLimit(slots: ConcurrencySlots, planOf: PlanOf): Middleware {
  return async (ctx, next) => {
    const { account } = callerOf(ctx);
    const { concurrentPages } = await planOf(account);
    const slot = await slots.acquire(account, concurrentPages);
    if (!slot) {
      ctx.set('Retry-After', '1');
      throw new Failure(
        'TooManyRequests',
        `The plan of this account allows ${concurrentPages} pages at a time, and as many are being read; try again when one has ended.`,
      );
    }
    const renewal = setInterval(() => slots.renew(slot).catch(() => {}), slotLeaseMs / 3);
    try {
      await next();
    } finally {
      clearInterval(renewal);
      // Not awaited: the answer need not wait for it, and a slot that is not released ends by itself.
      slots.release(slot).catch(() => {});
    }
  };
}
