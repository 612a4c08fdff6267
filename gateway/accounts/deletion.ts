import type { Storage } from '../../storage/storage.ts';
import type { Flows } from '../temporal/flows.ts';

interface Deps {
  storage: Pick<Storage, 'closeAccount'>;
  flows: Pick<Flows, 'deleteAccount'>;
}

/**
 * Begins to delete an account and all that belongs to it. The workflow first: once it has started, nothing can stop the
 * deletion. It closes the account too, but the caller should not have to wait until a worker has time for that.
 */
export async function deleteAccount({ storage, flows }: Deps, account: string) {
  const deletion = await flows.deleteAccount(account);
  await storage.closeAccount(account);
  return deletion;
}
