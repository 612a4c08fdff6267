import { planNamed } from '../../runtime/plans.ts';
import { monthOf } from '../../storage/ledger.ts';
import type { ApiParts } from './deps.ts';
import type { ApiRouter } from './router.ts';

/** `GET /v1/credits`: what is left this month. */
export function creditsRoute(router: ApiRouter, { key, plans, storage }: ApiParts) {
  router.get('/v1/credits', key, async (ctx) => {
    const now = new Date();
    const account = await storage.accounts.find(ctx.state['account']);
    const { used, reserved } = await storage.ledger.balance(ctx.state['account'], monthOf(now));
    const allowance = planNamed(plans, account?.plan ?? '').credits;
    ctx.body = {
      // Credits set aside for running work are not there to be spent.
      remaining: allowance === null ? null : Math.max(0, allowance - used - reserved),
      used,
      allowance,
      resetsAt: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)).toISOString(),
    };
  });
}
