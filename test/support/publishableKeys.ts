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
    /** The requests so far. Give the number that is expected, because counting ends a while after answering. */
    requestCount: (expected = 0) => imageRequestsOf(account, expected),
    remove: () =>
      withStorage(async ({ keys }) => {
        const key = await keys.find(token);
        await keys.delete(key?._id ?? '');
      }),
  };
}

/** Far more than a count takes to reach the database, even from the files of a gateway that was killed. */
const countedWithinMs = 60_000;

/**
 * An account's image requests this month. A count reaches the database after the answer, and how soon depends on the
 * machine, so it is read until there are as many as expected, and until it stays the same.
 */
function imageRequestsOf(account: string, expected: number): Promise<number> {
  return withStorage(async ({ usage }) => {
    const month = monthOf(new Date());
    const deadline = Date.now() + countedWithinMs;
    let before = Number.NaN;
    for (;;) {
      const { requests } = await usage.ofMonth(account, month);
      if (requests === before && (requests >= expected || Date.now() > deadline)) return requests;
      before = requests;
      await sleep(500);
    }
  });
}
