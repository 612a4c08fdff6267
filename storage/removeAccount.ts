import type { Accounts } from './accounts.ts';
import type { ConcurrencySlots } from './concurrencySlots.ts';
import type { Jobs } from './jobs.ts';
import type { Keys } from './keys.ts';
import type { Leases } from './leases.ts';
import type { Objects } from './objectStore.ts';
import type { RateLimits } from './rateLimits.ts';
import type { Urls } from './urls.ts';

interface OwnedRecords {
  removeOf(account: string): Promise<void>;
}

const ownedCollections = [
  'crawlFrontier',
  'pages',
  'profiles',
  'answers',
  'requests',
  'events',
  'usage',
  'mails',
  'ledger',
  'monitors',
  'monitorRuns',
  'monitoredPages',
  'trackedPages',
  'askedDomains',
] as const;

interface Collections extends Record<(typeof ownedCollections)[number], OwnedRecords> {
  accounts: Accounts;
  keys: Keys;
  jobs: Jobs;
  urls: Urls;
  objects: Objects;
  accountLeases: Leases;
  concurrencySlots: ConcurrencySlots;
  rateLimits: RateLimits;
}

/** Ends an account's access: its sessions and keys stop within a second, and no new work is opened for it. */
export async function closeAccount({ accounts, keys }: Pick<Collections, 'accounts' | 'keys'>, account: string) {
  await accounts.close(account);
  await keys.removeOf(account);
}

/**
 * Removes everything that belongs to a closed account. Each step may be repeated. The account's own record goes last: as
 * long as there is anything else, it says that the account is closed.
 */
export async function removeAccount(collections: Collections, account: string): Promise<void> {
  const { accounts, keys, jobs, urls, objects, accountLeases, concurrencySlots, rateLimits } = collections;
  const record = await accounts.findClosed(account);
  for await (const { job } of jobs.roundsOf(account)) {
    await urls.removeJob(job);
    await objects.removePages(job);
  }
  await objects.removeScreenshots(account);
  await objects.removeUploads(account);
  await urls.removeOf(account);
  for (const name of ownedCollections) await collections[name].removeOf(account);
  await accountLeases.remove(account);
  await concurrencySlots.remove(account);
  await rateLimits.removeNaming([account, ...(record ? [record.email] : [])]);
  await keys.removeOf(account);
  await jobs.removeOf(account);
  await accounts.removeClosed(account);
}
