import { makeKey } from '../contracts/keys.ts';
import type { Settings } from '../contracts/settings.ts';
import { ownerAccountId } from '../storage/accounts.ts';
import type { Storage } from '../storage/mongo.ts';

/** What the very first start makes; shown once. */
export interface FirstStart {
  email: string;
  secretKey: string;
  publishableKey: string;
}

/** Makes the first account with its keys where there is none; undefined on every later start. */
export async function firstStart(settings: Settings, storage: Storage): Promise<FirstStart | undefined> {
  const email = settings.BOOTSTRAP_OWNER_EMAIL;
  const secretKey = settings.BOOTSTRAP_SECRET_KEY ?? makeKey('secret');
  const publishableKey = settings.BOOTSTRAP_PUBLISHABLE_KEY ?? makeKey('publishable');
  const made = await storage.createOwner({ email, plan: settings.BOOTSTRAP_PLAN }, [
    { key: secretKey, kind: 'secret', account: ownerAccountId, name: 'First secret key' },
    { key: publishableKey, kind: 'publishable', account: ownerAccountId, name: 'First publishable key' },
  ]);
  return made ? { email, secretKey, publishableKey } : undefined;
}
