import { proxyActivities, sleep } from '@temporalio/workflow';
import type { AccountActivities } from '../activities/accounts/activities.ts';
import type { AccountWork } from '../contracts/work/accounts.ts';
import { removalTimeouts } from './timeouts.ts';

const { closeAccount, deleteWorkflows, removeData } = proxyActivities<AccountActivities>({
  taskQueue: 'flow',
  ...removalTimeouts,
});

/**
 * Longer than a request that was let in before the account was closed can still start work or store something, and than
 * Temporal lists a workflow that was deleted: after 10 seconds it still did.
 */
const stragglerDelay = '40 seconds';

/** Deletes an account and all that belongs to it. Every step may be repeated, so a kill in between changes nothing. */
export async function deleteAccount(work: AccountWork): Promise<void> {
  await closeAccount(work);
  await removeAll(work);
  await sleep(stragglerDelay);
  await removeAll(work);
}

/** The workflows first: what runs could store more. */
async function removeAll(work: AccountWork): Promise<void> {
  await deleteWorkflows(work);
  await removeData(work);
}
