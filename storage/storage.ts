import type { MongoClient } from 'mongodb';
import { openFileLinks } from '../runtime/secrets/fileLinks.ts';
import { openKeyring } from '../runtime/secrets/openKeyring.ts';
import type { Settings } from '../runtime/settings.ts';
import { accountsIn, type NewAccount } from './accounts.ts';
import { answersIn } from './answers.ts';
import { askedDomainsIn } from './askedDomains.ts';
import { batchesOn } from './batches.ts';
import { concurrencySlotsIn } from './concurrencySlots.ts';
import { crawlFrontierIn } from './crawlFrontier.ts';
import { endedSessionsIn } from './endedSessions.ts';
import { eventsIn } from './events.ts';
import { fallbackPicturesIn } from './fallbackPictures.ts';
import { jobsIn } from './jobs.ts';
import { keysIn, type NewKey } from './keys.ts';
import { leasesIn } from './leases.ts';
import { ledgerIn } from './ledger.ts';
import { mailsIn } from './mails.ts';
import { migrate } from './migrations.ts';
import { openMongoClient } from './mongoClient.ts';
import { monitoredPagesIn } from './monitoredPages.ts';
import { monitoringOn } from './monitoring.ts';
import { monitorRunsIn } from './monitorRuns.ts';
import { monitorsIn } from './monitors.ts';
import { objectsIn, openObjectStore } from './objectStore.ts';
import { pagesIn } from './pages.ts';
import { picturesIn } from './pictures.ts';
import { profilesIn } from './profiles.ts';
import { rateLimitsIn } from './rateLimits.ts';
import { closeAccount, removeAccount } from './removeAccount.ts';
import { requestsIn } from './requests.ts';
import { scrapesOn } from './scrapes.ts';
import { createSealer } from './seal.ts';
import { sourcesIn } from './sources.ts';
import { trackedPagesIn } from './trackedPages.ts';
import { type AccountTransaction, accountTransactionsOn, snapshotsOn, transactionsOn } from './transaction.ts';
import { urlsIn } from './urls.ts';
import { usageIn } from './usage.ts';
import { workersIn } from './workers.ts';

/** Short enough that an unreachable database becomes a 503 while the caller still waits. */
const serverSelectionTimeoutMS = 5_000;

/** A server that hangs without closing its connections is noticed within five seconds, and calls to it fail. */
const monitoring = { heartbeatFrequencyMS: 2_000, connectTimeoutMS: 3_000 };

export type Storage = ReturnType<typeof openStorage>;

/** Everything that is kept, in MongoDB and in the object store. */
export function openStorage(settings: Settings) {
  const client = openMongoClient(settings, {
    serverSelectionTimeoutMS,
    ...monitoring,
    ignoreUndefined: true,
    retryWrites: true,
    readConcern: { level: 'majority' },
  });
  const db = client.db();
  const transaction = transactionsOn(client);
  const accountTransaction = accountTransactionsOn(transaction);
  const kept = openCollections(client, accountTransaction, settings);
  const { accounts, keys } = kept;
  return {
    ...kept,
    batches: batchesOn({ ...kept, transaction, accountTransaction, snapshot: snapshotsOn(client) }),
    monitoring: monitoringOn({ ...kept, transaction }),
    scrapes: scrapesOn({ ...kept, accountTransaction }),
    /** Creates collections, indexes and buckets; safe to call from many processes at once. */
    async prepare(): Promise<void> {
      await migrate(db);
      await Promise.all(Object.values(kept).map((each) => each.prepare()));
    },
    /** Creates the first account with its keys, all or nothing; false if there is one already. */
    createOwner: (owner: NewAccount, ownerKeys: readonly NewKey[]): Promise<boolean> =>
      transaction(async (session) => {
        if (!(await accounts.createOwner(owner, session))) return false;
        for (const key of ownerKeys) await keys.save(key, session);
        return true;
      }),
    closeAccount: (id: string): Promise<void> => closeAccount(kept, id),
    removeAccount: (id: string): Promise<void> => removeAccount(kept, id),
    /** Creates a key, unless its account has `max` keys already or is gone; null means any number. */
    createKey: (key: NewKey, max: number | null): Promise<'created' | 'too many' | 'no account'> =>
      transaction(async (session) => {
        if (!(await accounts.touch(key.account, session))) return 'no account';
        if (max !== null && (await keys.count(key.account, session)) >= max) {
          await session.abortTransaction();
          return 'too many';
        }
        await keys.save(key, session);
        return 'created';
      }),
    async ping(): Promise<void> {
      await db.command({ ping: 1 });
    },
    /** Of the disk that the database is on. */
    async disk(): Promise<{ usedBytes: number; totalBytes: number }> {
      const stats = await db.command({ dbStats: 1 }, { timeoutMS: 2_000 });
      return { usedBytes: Number(stats['fsUsedSize']), totalBytes: Number(stats['fsTotalSize']) };
    },
    close: (): Promise<void> => client.close(),
  };
}

function openCollections(client: MongoClient, accountTransaction: AccountTransaction, settings: Settings) {
  const db = client.db();
  const store = openObjectStore(settings);
  const objects = objectsIn(store);
  const keyring = openKeyring(settings);
  const sealer = createSealer(keyring);
  const links = openFileLinks(settings, keyring);
  const fallbackPictures = fallbackPicturesIn(db);
  return {
    accounts: accountsIn(db),
    endedSessions: endedSessionsIn(db),
    keys: keysIn(db, sealer),
    ledger: ledgerIn(db, accountTransaction),
    jobs: jobsIn(db, sealer),
    urls: urlsIn(db, sealer),
    crawlFrontier: crawlFrontierIn(db, sealer),
    pages: pagesIn(db, { objects, sealer, links }),
    profiles: profilesIn(db),
    answers: answersIn(db, objects),
    requests: requestsIn(db),
    hostLeases: leasesIn(db, 'hostLeases'),
    accountLeases: leasesIn(db, 'accountLeases'),
    events: eventsIn(db),
    usage: usageIn(db),
    rateLimits: rateLimitsIn(client),
    concurrencySlots: concurrencySlotsIn(client),
    workers: workersIn(client),
    mails: mailsIn(db),
    monitors: monitorsIn(db, sealer),
    monitorRuns: monitorRunsIn(db),
    monitoredPages: monitoredPagesIn(db),
    trackedPages: trackedPagesIn(db),
    sources: sourcesIn(db),
    askedDomains: askedDomainsIn(db),
    objects,
    fallbackPictures,
    pictures: picturesIn(store, fallbackPictures),
  };
}
