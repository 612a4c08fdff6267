import type { Charge } from '../../contracts/work/billing.ts';
import type { CreditMetrics } from '../../runtime/metrics/work.ts';
import type { Plans } from '../../runtime/plans.ts';
import type { Storage } from '../../storage/storage.ts';
import { createAllowanceOf } from './allowance.ts';

interface Deps {
  storage: Storage;
  plans: Plans;
  metrics: CreditMetrics;
}

export function createBillingActivities({ storage, plans, metrics }: Deps) {
  const allowanceOf = createAllowanceOf(storage.accounts, plans);
  return {
    /** Reserves credits before the work starts, or fails with 402. */
    async reserveCredits({ id, account, operation, amount }: Charge): Promise<void> {
      const allowance = await allowanceOf(account);
      await storage.ledger.reserveNow({ id, account, operation, amount, allowance });
    },
    /** Charges what the work cost in the end; 0 releases the reservation. */
    async settleCredits({ id, amount }: Pick<Charge, 'id' | 'amount'>): Promise<void> {
      const settled = await storage.ledger.settleNow(id, amount);
      if (settled) metrics.creditsSettled(settled);
    },
    /** Releases a reservation that may or may not have been made, and makes sure that it is not made later. */
    async withdrawCredits(charge: Charge): Promise<void> {
      const settled = await storage.ledger.withdraw(charge);
      if (settled) metrics.creditsSettled(settled);
    },
  };
}
export type BillingActivities = ReturnType<typeof createBillingActivities>;
