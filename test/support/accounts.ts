import { createHash, randomUUID } from 'node:crypto';
import { makeKey } from '../../contracts/accounts/keys.ts';
import { hashPassword } from '../../gateway/accounts/passwords.ts';
import type { Storage } from '../../storage/storage.ts';
import { withStorage } from './storage.ts';

/** An account with a secret key that nothing else uses, for tests that count. */
export function newAccount(plan = 'unlimited'): Promise<{ account: string; key: string }> {
  return withStorage(async (storage) => {
    const { id: account } = await createAccount(storage, { plan });
    const key = makeKey('secret');
    await storage.keys.save({ key, kind: 'secret', account, name: 'test' });
    return { account, key };
  });
}

export interface User {
  id: string;
  email: string;
  password: string;
  secretKey: string;
  publishableKey: string;
}

const password = 'a good long password';
/** Hashing takes a quarter of a second of CPU, so all users share one hash. */
let passwordHash: Promise<string> | undefined;

/** An account with both kinds of key and a password to sign in with. */
export function newUser(plan: string): Promise<User> {
  return withStorage(async (storage) => {
    passwordHash ??= hashPassword(password);
    const { id, email } = await createAccount(storage, { plan, passwordHash: await passwordHash });
    const secretKey = makeKey('secret');
    const publishableKey = makeKey('publishable');
    await storage.keys.save({ key: secretKey, kind: 'secret', account: id, name: 'Server' });
    await storage.keys.save({ key: publishableKey, kind: 'publishable', account: id, name: 'Site' });
    return { id, email, password, secretKey, publishableKey };
  });
}

async function createAccount({ accounts }: Storage, fields: { plan: string; passwordHash?: string }) {
  const email = `${randomUUID()}@example.com`;
  const created = await accounts.create({ email, ...fields });
  if (!created) throw new Error(`${email} is taken`);
  return { id: created._id, email };
}

/** The id under which a key is stored and addressed in the dashboard. */
export function keyId(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
