import { makeKey } from '../../contracts/keys.ts';
import { dayOf } from '../../storage/usage.ts';
import { newAccount } from './accounts.ts';
import { openStack } from './storage.ts';

/** A publishable key of an account of its own. */
export async function newPublishable(origins: string[] = [], plan = 'unlimited') {
  const { account } = await newAccount(plan);
  const token = makeKey('publishable');
  await withStorage((storage) =>
    storage.keys.save({ key: token, kind: 'publishable', account, name: 'test', origins }),
  );
  return {
    account,
    token,
    counted: () =>
      withStorage(async ({ usage }) => (await usage.ofMonth(account, dayOf(new Date()).slice(0, 7))).requests),
    remove: () =>
      withStorage(async ({ keys }) => {
        const key = await keys.find(token);
        await keys.delete(key?._id ?? '');
      }),
  };
}

async function withStorage<T>(work: (storage: ReturnType<typeof openStack>) => Promise<T>): Promise<T> {
  const storage = openStack();
  try {
    return await work(storage);
  } finally {
    await storage.close();
  }
}
