import { makeKey } from '../../contracts/accounts/keys.ts';
import type { Settings } from '../../runtime/settings.ts';
import { ownerAccountId } from '../../storage/accounts.ts';
import type { Storage } from '../../storage/storage.ts';
import { type FirstStart, openFirstKeysFile } from './firstKeysFile.ts';
import { hashPassword, makePassword } from './passwords.ts';

/**
 * Creates the first account with its keys. Undefined on every later start, unless FIRST_KEYS_FILE still has them: then a
 * start was killed before anybody saw them, and they are returned again.
 */
export async function firstStart(settings: Settings, storage: Storage): Promise<FirstStart | undefined> {
  const file = openFirstKeysFile(settings.FIRST_KEYS_FILE);
  const kept = file.read();
  // Checked first, because hashing a password is slow on purpose.
  if (await storage.accounts.find(ownerAccountId)) {
    // After a restore the file may be about keys that the database does not have.
    return kept && (await storage.keys.find(kept.secretKey)) ? kept : undefined;
  }
  const created: FirstStart = {
    email: settings.BOOTSTRAP_OWNER_EMAIL,
    password: settings.BOOTSTRAP_OWNER_PASSWORD ?? kept?.password ?? makePassword(),
    secretKey: settings.BOOTSTRAP_SECRET_KEY ?? kept?.secretKey ?? makeKey('secret'),
    publishableKey: settings.BOOTSTRAP_PUBLISHABLE_KEY ?? kept?.publishableKey ?? makeKey('publishable'),
  };
  const { email, secretKey, publishableKey } = created;
  const passwordHash = await hashPassword(created.password);
  // Before the account exists: a process that is killed right after that must not take the only copy along.
  file.write(created);
  const isCreated = await storage.createOwner({ email, plan: settings.BOOTSTRAP_PLAN, passwordHash }, [
    { key: secretKey, kind: 'secret', account: ownerAccountId, name: 'First secret key' },
    { key: publishableKey, kind: 'publishable', account: ownerAccountId, name: 'First publishable key' },
  ]);
  if (isCreated) return created;
  file.remove();
  return undefined;
}
