import { monthOf } from '../../storage/ledger.ts';
import { eventually } from './eventually.ts';
import { withStorage } from './storage.ts';

/** Waits until none of an account's credits are reserved, which is when all of its work has ended. Returns the used ones. */
export function settledCredits(account: string): Promise<number> {
  return withStorage(async ({ ledger }) => {
    const balance = () => ledger.balance(account, monthOf(new Date()));
    await eventually('no credits are reserved', async () => (await balance()).reserved === 0);
    return (await balance()).used;
  });
}
