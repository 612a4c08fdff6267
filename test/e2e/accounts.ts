import { makeKey } from '../../contracts/keys.ts';
import { newAccountId } from '../../storage/accounts.ts';
import { openStack } from './storage.ts';

/** An account of its own, for tests that count: nothing else uses its key. */
export async function newAccount(plan = 'unlimited') {
  const storage = openStack();
  const account = newAccountId();
  const key = makeKey('secret');
  await storage.accounts.create({ _id: account, email: `${account}@example.com`, plan });
  await storage.keys.save({ key, kind: 'secret', account, name: 'test' });
  await storage.close();
  return { account, key };
}
