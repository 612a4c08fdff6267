import { MongoClient } from 'mongodb';
import type { Settings } from '../runtime/settings.ts';
import { type Accounts, accountsIn, type NewAccount } from './accounts.ts';
import { type Answers, answersIn } from './answers.ts';
import { type Batches, batchesOn } from './batches.ts';
import { type TurnsOfAccounts, turnsIn } from './concurrencySlots.ts';
import { type Events, eventsIn } from './events.ts';
import { sparesIn } from './fallbackPictures.ts';
import { type Jobs, jobsIn } from './jobs.ts';
import { type Keys, keysIn, type NewKey } from './keys.ts';
import { type Places, placesIn } from './leases.ts';
import { type Ledger, ledgerIn } from './ledger.ts';
import { type Mails, mailsIn } from './mails.ts';
import { type Objects, objectsIn, openObjectStore } from './objectStore.ts';
import { type Pages, pagesIn } from './pages.ts';
import { type Pictures, picturesIn } from './pictures.ts';
import { type Profiles, profilesIn } from './profiles.ts';
import { type Limits, limitsIn } from './rateLimits.ts';
import { type Sources, sourcesIn } from './sources.ts';
import { snapshotsOn, transactionsOn } from './transaction.ts';
import { type Urls, urlsIn } from './urls.ts';
import { type Usage, usageIn } from './usage.ts';

export interface Storage {
  readonly accounts: Accounts;
  readonly keys: Keys;
  readonly ledger: Ledger;
  readonly jobs: Jobs;
  readonly urls: Urls;
  readonly pages: Pages;
  readonly batches: Batches;
  readonly profiles: Profiles;
  readonly hosts: Places;
  readonly accountsReading: Places;
  readonly events: Events;
  readonly usage: Usage;
  readonly limits: Limits;
  readonly turns: TurnsOfAccounts;
  readonly mails: Mails;
  readonly sources: Sources;
  readonly answers: Answers;
  readonly objects: Objects;
  readonly pictures: Pictures;
  /** Makes collections, indexes and buckets; safe to call from many processes at once. */
  prepare(): Promise<void>;
  /** Makes the first account with its keys, all or nothing; false where there is one already. */
  createOwner(owner: NewAccount, keys: readonly NewKey[]): Promise<boolean>;
  ping(): Promise<void>;
  /** Of the disk that the database is on. */
  disk(): Promise<{ usedBytes: number; totalBytes: number }>;
  close(): Promise<void>;
}

/** A dependency that is away must become a 503 while the caller still waits. */
const serverSelectionTimeoutMS = 5_000;

/** A server that hangs without closing its connections is noticed within five seconds, and what waits for it fails. */
const monitoring = { heartbeatFrequencyMS: 2_000, connectTimeoutMS: 3_000 };

export function openStorage(settings: Settings): Storage {
  const client = new MongoClient(settings.MONGODB_URI, {
    serverSelectionTimeoutMS,
    ...monitoring,
    ignoreUndefined: true,
    retryWrites: true,
    writeConcern: { w: 'majority', journal: true },
    readConcern: { level: 'majority' },
  });
  const db = client.db();
  const transaction = transactionsOn(client);
  const store = openObjectStore(settings);
  const objects = objectsIn(store);
  const spares = sparesIn(db);
  const pictures = picturesIn(store, spares);
  const sources = sourcesIn(db);
  const accounts = accountsIn(db);
  const keys = keysIn(db);
  const ledger = ledgerIn(db, transaction);
  const jobs = jobsIn(db);
  const urls = urlsIn(db);
  const pages = pagesIn(db, objects);
  const profiles = profilesIn(db);
  const answers = answersIn(db, objects);
  const hosts = placesIn(db, 'hosts');
  const accountsReading = placesIn(db, 'accountsReading');
  const events = eventsIn(db);
  const usage = usageIn(db);
  const limits = limitsIn(client);
  const turns = turnsIn(client);
  const mails = mailsIn(db);
  return {
    accounts,
    keys,
    ledger,
    jobs,
    urls,
    pages,
    profiles,
    batches: batchesOn({ transaction, snapshot: snapshotsOn(client), jobs, pages, ledger, events }),
    hosts,
    accountsReading,
    events,
    usage,
    limits,
    turns,
    mails,
    sources,
    answers,
    objects,
    pictures,
    async prepare() {
      const kept = [
        accounts,
        keys,
        ledger,
        jobs,
        urls,
        pages,
        profiles,
        hosts,
        accountsReading,
        events,
        usage,
        limits,
        turns,
        mails,
        sources,
        answers,
        objects,
        pictures,
        spares,
      ];
      await Promise.all(kept.map((each) => each.prepare()));
    },
    createOwner: (owner, ownerKeys) =>
      transaction(async (session) => {
        if (!(await accounts.createOwner(owner, session))) return false;
        for (const key of ownerKeys) await keys.save(key, session);
        return true;
      }),
    async ping() {
      await db.command({ ping: 1 });
    },
    async disk() {
      const stats = await db.command({ dbStats: 1 }, { timeoutMS: 2_000 });
      return { usedBytes: Number(stats['fsUsedSize']), totalBytes: Number(stats['fsTotalSize']) };
    },
    close: () => client.close(),
  };
}
