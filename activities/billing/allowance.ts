import { accountGone, Failure } from '../../contracts/failures.ts';
import { type Plans, planNamed } from '../../runtime/plans.ts';
import type { Accounts } from '../../storage/accounts.ts';

/** The monthly credits of an account's plan; null means unlimited. Fails with 401 if the account is gone. */
export type AllowanceOf = (account: string) => Promise<number | null>;

export function createAllowanceOf(accounts: Pick<Accounts, 'find'>, plans: Plans): AllowanceOf {
  return async (account) => {
    const found = await accounts.find(account);
    if (!found) throw new Failure('Unauthenticated', accountGone);
    return planNamed(plans, found.plan).credits;
  };
}
