import { Failure } from '../../contracts/failures.ts';
import type { Charge } from '../../contracts/work/billing.ts';
import type { CreditMetrics } from '../../runtime/metrics/work.ts';
import { type Plans, planNamed } from '../../runtime/plans.ts';
import type { Storage } from '../../storage/storage.ts';

interface Parts {
  storage: Storage;
  plans: Plans;
  metrics: CreditMetrics;
}

export function createBillingActivities({ storage, plans, metrics }: Parts) {
  return {
    /** Sets credits aside before the work begins, or fails with 402. */
    async reserveCredits({ id, account, operation, amount }: Charge): Promise<void> {
      const found = await storage.accounts.find(account);
      if (!found) throw new Failure('Unauthenticated', 'The account of this key is gone.');
      const allowance = planNamed(plans, found.plan).credits;
      await storage.ledger.reserveNow({ id, account, operation, amount, allowance });
    },
    /** Charges what the work was worth in the end; 0 gives the reservation back. */
    async settleCredits({ id, amount }: Pick<Charge, 'id' | 'amount'>): Promise<void> {
      const settled = await storage.ledger.settleNow(id, amount);
      if (settled) metrics.creditsSettled(settled);
    },
    /** Gives a reservation back that may have been made, and sees to it that it is not made later. */
    async withdrawCredits(charge: Charge): Promise<void> {
      const settled = await storage.ledger.withdraw(charge);
      if (settled) metrics.creditsSettled(settled);
    },
  };
}
export type BillingActivities = ReturnType<typeof createBillingActivities>;
