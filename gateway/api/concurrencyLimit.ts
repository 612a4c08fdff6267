import type { Middleware } from 'koa';
import { Failure } from '../../contracts/failures.ts';
import { type TurnsOfAccounts, turnMs } from '../../storage/concurrencySlots.ts';
import type { PlanOf } from '../accounts/plan.ts';

/** For operations on one page: as many at a time for an account as its plan says, over all gateways. */
export function takeTurn(turns: TurnsOfAccounts, planOf: PlanOf): Middleware {
  return async (ctx, next) => {
    const { account } = ctx.state;
    const { concurrentPages } = await planOf(account);
    const turn = await turns.take(account, concurrentPages);
    if (!turn) {
      ctx.set('Retry-After', '1');
      throw new Failure(
        'TooManyRequests',
        `The plan of this account allows ${concurrentPages} pages at a time, and as many are being read; try again when one has ended.`,
      );
    }
    const renewal = setInterval(() => turns.renew(turn).catch(() => {}), turnMs / 3);
    try {
      await next();
    } finally {
      clearInterval(renewal);
      // Behind the answer: it would only hold it up, and a turn that is not given back ends by itself.
      turns.giveBack(turn).catch(() => {});
    }
  };
}
