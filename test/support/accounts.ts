import { randomUUID } from 'node:crypto';
import { makeKey } from '../../contracts/accounts/keys.ts';
import { hashPassword } from '../../gateway/accounts/passwords.ts';
import { openStackStorage } from './storage.ts';

/** An account of its own, for tests that count: nothing else uses its key. */
export async function newAccount(plan = 'unlimited') {
  const storage = openStackStorage();
  const key = makeKey('secret');
  const made = await storage.accounts.create({ email: `${randomUUID()}@example.com`, plan });
  if (!made) throw new Error('the email is taken');
  const account = made._id;
  await storage.keys.save({ key, kind: 'secret', account, name: 'test' });
  await storage.close();
  return { account, key };
}

export interface User {
  id: string;
  email: string;
  password: string;
  secretKey: string;
  publishableKey: string;
}

/** An account with both kinds of key, which somebody can sign in to. */
export async function newUser(plan: string): Promise<User> {
  const storage = openStackStorage();
  const email = `${randomUUID()}@example.com`;
  const password = 'a good long password';
  const secretKey = makeKey('secret');
  const publishableKey = makeKey('publishable');
  const made = await storage.accounts.create({ email, plan, passwordHash: await hashPassword(password) });
  if (!made) throw new Error('the email is taken');
  const id = made._id;
  await storage.keys.save({ key: secretKey, kind: 'secret', account: id, name: 'Server' });
  await storage.keys.save({ key: publishableKey, kind: 'publishable', account: id, name: 'Site' });
  await storage.close();
  return { id, email, password, secretKey, publishableKey };
}
