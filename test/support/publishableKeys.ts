import { setTimeout as sleep } from 'node:timers/promises';
import { makeKey } from '../../contracts/accounts/keys.ts';
import { monthOf } from '../../storage/ledger.ts';
import { newAccount } from './accounts.ts';
import { withStorage } from './storage.ts';

/** A publishable key of an account of its own. */
export async function newPublishableKey(origins: string[] = [], plan = 'unlimited') {
  const { account } = await newAccount(plan);
  const token = makeKey('publishable');
  await withStorage(({ keys }) => keys.save({ key: token, kind: 'publishable', account, name: 'test', origins }));
  return {
    account,
    token,
    requestCount: () => imageRequestsOf(account),
    remove: () =>
      withStorage(async ({ keys }) => {
        const key = await keys.find(token);
        await keys.delete(key?._id ?? '');
      }),
  };
}

/**
 * An account's image requests this month. A count reaches the database shortly after the answer, so it is read until it
 * stays the same.
 */
function imageRequestsOf(account: string): Promise<number> {
  return withStorage(async ({ usage }) => {
    const month = monthOf(new Date());
    let before = Number.NaN;
    for (;;) {
      const { requests } = await usage.ofMonth(account, month);
      if (requests === before) return requests;
      before = requests;
      await sleep(500);
    }
  });
}
