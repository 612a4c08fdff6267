import { proxyActivities, sleep } from '@temporalio/workflow';
import type { AccountActivities } from '../activities/accounts/activities.ts';
import type { AccountWork } from '../contracts/work/accounts.ts';
import { removalTimeouts } from './timeouts.ts';

const { closeAccount, deleteWorkflows, removeData } = proxyActivities<AccountActivities>({
  taskQueue: 'flow',
  ...removalTimeouts,
});

/** For the work of earlier versions. */
const defaultRecheckDelayMs = 40_000;

/** Deletes an account and all that belongs to it. Every step may be repeated, so a kill in between changes nothing. */
export async function deleteAccount(work: AccountWork): Promise<void> {
  await closeAccount(work);
  await removeAll(work);
  // A request that was let in before the account was closed may still start work or store something.
  await sleep(work.recheckDelayMs ?? defaultRecheckDelayMs);
  await removeAll(work);
}

/** The workflows first: what runs could store more. */
async function removeAll(work: AccountWork): Promise<void> {
  await deleteWorkflows(work);
  await removeData(work);
}
