import { LRUCache } from 'lru-cache';
import { type Plan, type Plans, planNamed } from '../../runtime/plans.ts';
import type { Accounts } from '../../storage/accounts.ts';

/** A change of plan is felt within this time. */
const planLifeMs = 1_000;
const mostAccounts = 10_000;

export type PlanOf = (account: string) => Promise<Plan>;

/** The plan that an account is on, read at most once a second. */
export function createPlanOf(accounts: Pick<Accounts, 'find'>, plans: Plans): PlanOf {
  const cache = new LRUCache<string, { plan: Plan }>({
    max: mostAccounts,
    ttl: planLifeMs,
    fetchMethod: async (id) => ({ plan: planNamed(plans, (await accounts.find(id))?.plan ?? '') }),
  });
  return async (account) => (await cache.fetch(account))?.plan ?? planNamed(plans, '');
}
