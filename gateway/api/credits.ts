import { planNamed } from '../../runtime/plans.ts';
import { monthOf, nextMonth } from '../../storage/ledger.ts';
import { callerOf } from '../http/context.ts';
import type { ApiDeps } from './deps.ts';
import type { ApiRouter } from './router.ts';

/** `GET /v1/credits`: what is left this month. */
export function creditsRoute(router: ApiRouter, deps: ApiDeps): void {
  router.get('/v1/credits', deps.authenticate, async (ctx) => {
    ctx.body = await creditsOf(deps, callerOf(ctx).account);
  });
}

export async function creditsOf({ plans, storage }: Pick<ApiDeps, 'plans' | 'storage'>, account: string) {
  const now = new Date();
  const found = await storage.accounts.find(account);
  const { used, reserved } = await storage.ledger.balance(account, monthOf(now));
  const allowance = planNamed(plans, found?.plan ?? '').credits;
  return {
    // Credits reserved for running work cannot be spent.
    remaining: allowance === null ? null : Math.max(0, allowance - used - reserved),
    used,
    allowance,
    resetsAt: nextMonth(now).toISOString(),
  };
}
