import { makeKey } from '../../contracts/accounts/keys.ts';
import type { Settings } from '../../runtime/settings.ts';
import { ownerAccountId } from '../../storage/accounts.ts';
import type { Storage } from '../../storage/storage.ts';
import { hashPassword, makePassword } from './passwords.ts';

/** What the very first start creates; shown once. */
export interface FirstStart {
  email: string;
  password: string;
  secretKey: string;
  publishableKey: string;
}

/** Creates the first account with its keys; undefined on every later start. */
export async function firstStart(settings: Settings, storage: Storage): Promise<FirstStart | undefined> {
  // Checked first, because hashing a password is slow on purpose.
  if (await storage.accounts.find(ownerAccountId)) return undefined;
  const email = settings.BOOTSTRAP_OWNER_EMAIL;
  const password = settings.BOOTSTRAP_OWNER_PASSWORD ?? makePassword();
  const passwordHash = await hashPassword(password);
  const secretKey = settings.BOOTSTRAP_SECRET_KEY ?? makeKey('secret');
  const publishableKey = settings.BOOTSTRAP_PUBLISHABLE_KEY ?? makeKey('publishable');
  const isCreated = await storage.createOwner({ email, plan: settings.BOOTSTRAP_PLAN, passwordHash }, [
    { key: secretKey, kind: 'secret', account: ownerAccountId, name: 'First secret key' },
    { key: publishableKey, kind: 'publishable', account: ownerAccountId, name: 'First publishable key' },
  ]);
  return isCreated ? { email, password, secretKey, publishableKey } : undefined;
}
