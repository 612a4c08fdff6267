import { planNamed } from '../../runtime/plans.ts';
import { monthOf, nextMonth } from '../../storage/ledger.ts';
import { callerOf } from '../http/context.ts';
import type { ApiDeps } from './deps.ts';
import type { ApiRouter } from './router.ts';

/** `GET /v1/credits`: what is left this month. */
export function creditsRoute(router: ApiRouter, { authenticate, plans, storage }: ApiDeps): void {
  router.get('/v1/credits', authenticate, async (ctx) => {
    const now = new Date();
    const { account } = callerOf(ctx);
    const found = await storage.accounts.find(account);
    const { used, reserved } = await storage.ledger.balance(account, monthOf(now));
    const allowance = planNamed(plans, found?.plan ?? '').credits;
    ctx.body = {
      // Credits reserved for running work cannot be spent.
      remaining: allowance === null ? null : Math.max(0, allowance - used - reserved),
      used,
      allowance,
      resetsAt: nextMonth(now).toISOString(),
    };
  });
}
