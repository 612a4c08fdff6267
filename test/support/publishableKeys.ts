import { setTimeout as sleep } from 'node:timers/promises';
import { makeKey } from '../../contracts/accounts/keys.ts';
import { dayOf } from '../../storage/usage.ts';
import { newAccount } from './accounts.ts';
import { openStackStorage } from './storage.ts';

/** A publishable key of an account of its own. */
export async function newPublishableKey(origins: string[] = [], plan = 'unlimited') {
  const { account } = await newAccount(plan);
  const token = makeKey('publishable');
  await withStorage((storage) =>
    storage.keys.save({ key: token, kind: 'publishable', account, name: 'test', origins }),
  );
  return {
    account,
    token,
    counted: () => withStorage((storage) => countedOf(storage, account)),
    remove: () =>
      withStorage(async ({ keys }) => {
        const key = await keys.find(token);
        await keys.delete(key?._id ?? '');
      }),
  };
}

/** An account's image requests this month. The database hears of one a moment after its answer: once they stay the same. */
export async function countedOf({ usage }: ReturnType<typeof openStackStorage>, account: string): Promise<number> {
  const month = dayOf(new Date()).slice(0, 7);
  let before = Number.NaN;
  for (;;) {
    const { requests } = await usage.ofMonth(account, month);
    if (requests === before) return requests;
    before = requests;
    await sleep(200);
  }
}

async function withStorage<T>(work: (storage: ReturnType<typeof openStackStorage>) => Promise<T>): Promise<T> {
  const storage = openStackStorage();
  try {
    return await work(storage);
  } finally {
    await storage.close();
  }
}
