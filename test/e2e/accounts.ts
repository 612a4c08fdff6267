import { randomUUID } from 'node:crypto';
import { makeKey } from '../../contracts/keys.ts';
import { openStack } from './storage.ts';

/** An account of its own, for tests that count: nothing else uses its key. */
export async function newAccount(plan = 'unlimited') {
  const storage = openStack();
  const key = makeKey('secret');
  const made = await storage.accounts.create({ email: `${randomUUID()}@example.com`, plan });
  if (!made) throw new Error('the email is taken');
  const account = made._id;
  await storage.keys.save({ key, kind: 'secret', account, name: 'test' });
  await storage.close();
  return { account, key };
}
