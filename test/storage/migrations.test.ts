import { randomBytes, randomUUID } from 'node:crypto';
import { Binary, type Db, MongoClient } from 'mongodb';
import { afterAll, describe, expect, it } from 'vitest';
import { fallbackPicturesIn } from '../../storage/fallbackPictures.ts';
import { leasesIn } from '../../storage/leases.ts';
import { migrate } from '../../storage/migrations.ts';
import { openStorage } from '../../storage/storage.ts';
import { newDatabaseUri, openTestStorage, times } from './testStorage.ts';

const clients: MongoClient[] = [];
afterAll(() => Promise.all(clients.map((client) => client.close())));

/** A connection as another process has it. */
function connect(uri: string): Db {
  const client = new MongoClient(uri);
  clients.push(client);
  return client.db();
}

/** The number of documents in each collection. */
async function sizesOf(db: Db): Promise<Record<string, number>> {
  const found = await db.listCollections({}, { nameOnly: true }).toArray();
  const sizes = found.map(async ({ name }) => [name, await db.collection(name).countDocuments()] as const);
  return Object.fromEntries(await Promise.all(sizes));
}

function sizesAfter(count: number): Record<string, number> {
  return { hostLeases: count, accountLeases: count, concurrencySlots: count, fallbackPictures: count };
}

const picture = randomBytes(2_000);
const soon = new Date(Date.now() + 60_000);
const inAnHour = new Date(Date.now() + 60 * 60 * 1_000);

/** Documents as the version before the renaming wrote them. */
function earlierDocuments(ids: readonly string[]) {
  const lease = { id: 'worker', count: 3, want: 5, cap: 8, until: soon };
  return {
    hosts: ids.map((id) => ({ _id: `${id}.example:443`, leases: [lease], notBefore: soon, expiresAt: inAnHour })),
    accountsReading: ids.map((id) => ({ _id: id, leases: [lease, { ...lease, id: 'other' }], expiresAt: inAnHour })),
    turns: ids.map((id) => ({ _id: id, taken: [{ id: 'turn', until: soon }], expiresAt: inAnHour })),
    limits: ids.map((id) => ({ _id: id, key: `60:${id}`, points: 7, expire: soon })),
    spares: ids.map((id) => ({ _id: `renditions/${id}`, body: new Binary(picture), expiresAt: inAnHour })),
  };
}

async function writeEarlierData(db: Db, count: number) {
  const ids = Array.from({ length: count }, () => randomUUID());
  const documents = earlierDocuments(ids);
  const writes = Object.entries(documents).map(([name, list]) =>
    db.collection<{ _id: string }>(name).insertMany([...list]),
  );
  await Promise.all(writes);
  return { ids, documents };
}

describe('the migration of data of the version before', () => {
  it('moves leases, slots and fallback pictures as they are, drops the rate limits, and changes nothing the second time', async () => {
    const db = connect(newDatabaseUri());
    const { documents } = await writeEarlierData(db, 3);
    const byId = (list: readonly { _id: unknown }[]) => new Map(list.map((each) => [each._id, each]));
    async function expectMoved() {
      expect(await sizesOf(db)).toEqual(sizesAfter(3));
      const moved = async (name: string) => byId(await db.collection(name).find().toArray());
      expect(await moved('hostLeases')).toEqual(byId(documents.hosts));
      expect(await moved('accountLeases')).toEqual(byId(documents.accountsReading));
      expect(await moved('concurrencySlots')).toEqual(byId(documents.turns));
      expect(await moved('fallbackPictures')).toEqual(byId(documents.spares));
    }
    await migrate(db);
    await expectMoved();
    await migrate(db);
    await expectMoved();
  });

  it('leaves every fallback picture readable and every lease in force', async () => {
    const db = connect(newDatabaseUri());
    const { ids } = await writeEarlierData(db, 2);
    await migrate(db);
    const request = { id: 'newcomer', want: 10, keep: 0, max: 10 };
    for (const id of ids) {
      expect(await fallbackPicturesIn(db).get(`renditions/${id}`)).toEqual(picture);
      // Two workers hold three units each.
      expect(await leasesIn(db, 'accountLeases').acquire(id, request)).toMatchObject({ count: 4 });
      const paused = await leasesIn(db, 'hostLeases').acquire(`${id}.example:443`, request);
      expect(paused.count).toBe(0);
      expect(paused.waitMs).toBeGreaterThan(0);
    }
  });

  it('keeps what a process of this version has written under the same id meanwhile', async () => {
    const db = connect(newDatabaseUri());
    const { ids } = await writeEarlierData(db, 2);
    await fallbackPicturesIn(db).put(`renditions/${ids[0]}`, Buffer.from('newer'));
    await migrate(db);
    expect(String(await fallbackPicturesIn(db).get(`renditions/${ids[0]}`))).toBe('newer');
    expect(await fallbackPicturesIn(db).get(`renditions/${ids[1]}`)).toEqual(picture);
  });

  it('creates nothing in a new database', async () => {
    const db = connect(newDatabaseUri());
    await migrate(db);
    expect(await sizesOf(db)).toEqual({});
  });

  it('loses nothing when eight processes run it at the same moment', async () => {
    const uri = newDatabaseUri();
    const processes = Array.from({ length: 8 }, () => connect(uri));
    const [db] = processes;
    if (!db) throw new Error('there is no process');
    await writeEarlierData(db, 300);
    await Promise.all(processes.map((each) => each.command({ ping: 1 })));
    await Promise.all(processes.map(migrate));
    expect(await sizesOf(db)).toEqual(sizesAfter(300));
  });

  it('succeeds although another process has finished and drops a collection that is still being merged', async () => {
    const uri = newDatabaseUri();
    const [own, other] = [connect(uri), connect(uri)];
    // The server merges 16 MB at a time, so the drop comes between two reads.
    const body = new Binary(Buffer.alloc(1024 * 1024));
    const pictures = Array.from({ length: 40 }, (_, at) => ({ _id: `renditions/${at}`, body, expiresAt: inAnHour }));
    await own.collection<{ _id: string }>('spares').insertMany(pictures);
    await own.collection('limits').insertOne({});
    async function dropMeanwhile() {
      const merged = other.collection('fallbackPictures');
      while (!(await merged.findOne({}, { projection: { _id: 1 } })));
      await other.dropCollection('spares');
    }
    await Promise.all([migrate(own), dropMeanwhile()]);
    expect(Object.keys(await sizesOf(other))).toEqual(['fallbackPictures']);
  });
});

describe('the start of several services at the same moment', () => {
  it('migrates the data of the version before', async () => {
    const { settings, db, close } = await openTestStorage();
    await writeEarlierData(db, 50);
    const services = Array.from({ length: 3 }, () => openStorage(settings));
    await times(3, async (at) => services[at]?.prepare());
    await Promise.all(services.map((service) => service.close()));
    const sizes = await sizesOf(db);
    await close();
    expect(sizes).toMatchObject(sizesAfter(50));
    for (const name of Object.keys(earlierDocuments([]))) expect(sizes).not.toHaveProperty(name);
  });
});
