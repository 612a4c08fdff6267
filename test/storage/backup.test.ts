import { appendFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Decimal128, Double, Int32, Long, MongoClient } from 'mongodb';
import { afterAll, describe, expect, it } from 'vitest';
import { openBackups } from '../../storage/backup/backup.ts';
import { dumpRecords, restoreRecords } from '../../storage/backup/records.ts';
import { newJob } from '../support/storage.ts';
import { completedPage } from './settledPages.ts';
import { newDatabaseUri, openTestStorage, type TestStorage } from './testStorage.ts';

const folders = mkdtempSync(join(tmpdir(), 'sightread-backups-'));
const opened: { close(): Promise<void> }[] = [];
afterAll(async () => {
  await Promise.all(opened.map((each) => each.close()));
  rmSync(folders, { recursive: true, force: true });
});

async function newStorage() {
  const test = await openTestStorage();
  const backups = openBackups(test.settings);
  opened.push(test, backups);
  return { ...test, backups };
}

function newDatabase(): MongoClient {
  const client = new MongoClient(newDatabaseUri());
  opened.push(client);
  return client;
}

function newFolder(): string {
  return mkdtempSync(join(folders, 'backup-'));
}

const transient = ['accountLeases', 'concurrencySlots', 'hostLeases', 'rateLimits'];
const leaseRequest = { id: 'worker', want: 1, keep: 0, max: 1 };

/** A little of everything that is kept, and of what is not worth keeping. */
async function fill({ storage }: TestStorage) {
  const account = await storage.accounts.create({ email: 'someone@example.com', plan: 'free' });
  if (!account) throw new Error('the email is taken');
  await storage.keys.save({ key: 'sr_0123456789abcdef', kind: 'secret', account: account._id, name: 'Key' });
  const job = await storage.batches.open(newJob(account._id), { allowance: null });
  await storage.batches.settle(job, [completedPage(0), completedPage(1, { html: 'x'.repeat(2 * 1024 * 1024) })]);
  await storage.pictures.putSource('digest', Buffer.from('source'), 'image/svg+xml');
  const rendition = { body: Buffer.from('rendition'), contentType: 'image/png', from: 'site' as const };
  await storage.pictures.putRendition('rendition', rendition);
  await storage.hostLeases.acquire('site.example:80', leaseRequest);
  await storage.accountLeases.acquire(account._id, leaseRequest);
  await storage.concurrencySlots.acquire(account._id, 1);
  await storage.rateLimits.consume(account._id, { points: 1, seconds: 60 });
}

/** Every document of the database as its exact bytes, in the order of the ids. */
async function contentsOf(client: MongoClient): Promise<Record<string, string[]>> {
  const names = (await client.db().listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name);
  const kept = names.filter((name) => !transient.includes(name));
  const contents = await Promise.all(
    kept.map(async (name) => {
      const documents = await client.db().collection(name).find({}, { raw: true }).sort({ _id: 1 }).toArray();
      return [
        name,
        documents.map((each) => Buffer.from(each instanceof Uint8Array ? each : 'not raw').toString('hex')),
      ] as const;
    }),
  );
  return Object.fromEntries(contents);
}

const source = await newStorage();
await fill(source);
const backup = newFolder();
const { collections } = await source.backups.take(backup);
const target = await newStorage();
const { prepare } = target.storage;

/** What is stored, and not when it was written. */
function withoutTimes(objects: Iterable<[string, { body: Buffer; headers: Record<string, string> }]>) {
  return new Map(Array.from(objects, ([path, { body, headers }]) => [path, { body, headers }]));
}

describe('a backup', () => {
  it('leaves leases, slots and rate limits out', async () => {
    const filled = collections.filter(({ documents }) => documents > 0).map(({ name }) => name);
    expect(filled).toEqual(['accounts', 'balances', 'jobs', 'keys', 'ledger', 'pages']);
    for (const name of transient) expect(collections.map((each) => each.name)).not.toContain(name);
  });

  it('restores every record byte for byte, and every object except renditions, where there is nothing but leases', async () => {
    await target.storage.hostLeases.acquire('other.example:80', leaseRequest);
    await target.backups.restore(backup, { replace: false, prepare });
    expect(await contentsOf(target.client)).toEqual(await contentsOf(source.client));
    const kept = [...source.objectStore.objects].filter(([path]) => !path.includes('/renditions/'));
    expect(kept).toHaveLength(2);
    expect(withoutTimes(target.objectStore.objects)).toEqual(withoutTimes(kept));
    expect(await target.storage.hostLeases.acquire('site.example:80', leaseRequest)).toMatchObject({ count: 1 });
  });

  it('does not touch a target that holds records, unless told to replace them', async () => {
    await target.storage.accounts.create({ email: 'other@example.com', plan: 'free' });
    const before = await contentsOf(target.client);
    await expect(target.backups.restore(backup, { replace: false, prepare })).rejects.toThrow(/^The database holds /);
    expect(await contentsOf(target.client)).toEqual(before);

    await target.backups.restore(backup, { replace: true, prepare });
    expect(await contentsOf(target.client)).toEqual(await contentsOf(source.client));
  });

  it('that is damaged is refused before anything is replaced', async () => {
    const damaged = newFolder();
    cpSync(backup, damaged, { recursive: true });
    appendFileSync(join(damaged, 'keys.bson.gz'), 'x');
    await target.storage.accounts.create({ email: 'other@example.com', plan: 'free' });
    const before = await contentsOf(target.client);
    const restoring = target.backups.restore(damaged, { replace: true, prepare });
    await expect(restoring).rejects.toThrow('The backup is damaged: keys.bson.gz is not what was written.');
    expect(await contentsOf(target.client)).toEqual(before);
  });

  it('has all records as of one moment, although others write meanwhile', async () => {
    const client = newDatabase();
    // The collections are copied in the order of their names; each transaction writes to both ends of it.
    const [first, last] = ['aaa', 'zzz'].map((name) => client.db().collection<{ _id: number }>(name));
    if (!first || !last) throw new Error('two collections are expected');
    let [written, isDone] = [0, false];
    async function write() {
      while (!isDone) {
        await client.withSession((session) =>
          session.withTransaction(async () => {
            for (const each of [first, last]) await each?.insertOne({ _id: written }, { session });
          }),
        );
        written += 1;
      }
    }
    await Promise.all(['aaa', 'mmm', 'zzz'].map((name) => client.db().createCollection(name)));
    const writing = write();
    const dumps = [await dumpRecords(client, newFolder()), await dumpRecords(client, newFolder())];
    isDone = true;
    await writing;
    for (const stored of dumps) {
      const documentsOf = (name: string) => stored.find((each) => each.name === name)?.documents;
      expect(documentsOf('aaa')).toBe(documentsOf('zzz'));
      expect(documentsOf('aaa')).toBeLessThan(written);
    }
  });

  it('keeps the exact types of numbers, dates and bytes', async () => {
    const [from, into] = [newDatabase(), newDatabase()];
    await from
      .db()
      .collection('typed')
      .insertOne({
        double: new Double(1),
        int: new Int32(1),
        long: Long.fromNumber(1),
        decimal: Decimal128.fromString('1.10'),
        date: new Date(0),
        bytes: Buffer.from([0, 1, 2]),
        pattern: /x/i,
        nothing: null,
        list: [{ nested: new Double(2) }],
      });
    const folder = newFolder();
    for (const stored of await dumpRecords(from, folder)) await restoreRecords(into, folder, stored);
    const { typed } = await contentsOf(into);
    expect(typed).toHaveLength(1);
    expect(typed).toEqual((await contentsOf(from))['typed']);
  });
});
