import { Failure } from '../../contracts/failures.ts';
import { type Plans, planNamed } from '../../contracts/plans.ts';
import type { WorkContext } from '../../contracts/work.ts';
import type { Operation } from '../../storage/ledger.ts';
import type { Storage } from '../../storage/mongo.ts';

interface Charge extends WorkContext {
  /** The operation's id: whoever tries again finds its reservation under it. */
  id: string;
  operation: Operation;
  amount: number;
}

export const createBillingActivities = ({ storage, plans }: { storage: Storage; plans: Plans }) => ({
  /** Sets credits aside before the work begins, or fails with 402. */
  async reserveCredits({ id, account, operation, amount }: Charge): Promise<void> {
    const found = await storage.accounts.find(account);
    if (!found) throw new Failure('Unauthenticated', 'The account of this key is gone.');
    await storage.ledger.reserveNow({
      id,
      account,
      operation,
      amount,
      allowance: planNamed(plans, found.plan).credits,
    });
  },
  /** Charges what the work was worth in the end; 0 gives the reservation back. */
  settleCredits: ({ id, amount }: Pick<Charge, 'id' | 'amount'>): Promise<void> => storage.ledger.settleNow(id, amount),
});
export type BillingActivities = ReturnType<typeof createBillingActivities>;
