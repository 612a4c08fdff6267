import { LRUCache } from 'lru-cache';
import { type Plan, type Plans, planNamed } from '../../runtime/plans.ts';
import type { Accounts } from '../../storage/accounts.ts';

/** A change of plan takes effect within this time. */
const cacheTtlMs = 1_000;
const maxAccounts = 10_000;

export type PlanOf = (account: string) => Promise<Plan>;

/** The plan of an account, read at most once a second. */
export function createPlanOf(accounts: Pick<Accounts, 'find'>, plans: Plans): PlanOf {
  const cache = new LRUCache<string, { plan: Plan }>({
    max: maxAccounts,
    ttl: cacheTtlMs,
    fetchMethod: async (id) => ({ plan: planNamed(plans, (await accounts.find(id))?.plan ?? '') }),
  });
  return async (account) => (await cache.fetch(account))?.plan ?? planNamed(plans, '');
}
