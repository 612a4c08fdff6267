import type { Account } from '../../storage/accounts.ts';
import type { Storage } from '../../storage/storage.ts';
import type { Session } from '../accounts/viewer.ts';

/** The account of a session; undefined if it is anonymous, was signed out, or the account is gone or has ended all of them. */
export type AccountOf = (session: Session) => Promise<Account | undefined>;

export function createAccountOf(storage: Pick<Storage, 'accounts' | 'endedSessions'>): AccountOf {
  return async ({ id, account, epoch }) => {
    if (account === undefined) return undefined;
    const [found, hasEnded] = await Promise.all([storage.accounts.find(account), storage.endedSessions.has(id)]);
    return found && !hasEnded && (found.sessionEpoch ?? 0) === epoch ? found : undefined;
  };
}

/** How requests of somebody who is signed in are recorded in the jobs that they start. No key has such an id. */
export function dashboardKey({ _id }: Account): string {
  return `dashboard:${_id}`;
}
