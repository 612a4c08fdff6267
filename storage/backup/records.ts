import { BSON, type ClientSession, type Document, type MongoClient, MongoServerError } from 'mongodb';
import { concurrencySlotsCollection } from '../concurrencySlots.ts';
import { leaseCollections } from '../leases.ts';
import { rateLimitsCollection } from '../rateLimits.ts';
import { readCompressed, writeCompressed } from './files.ts';
import { BackupProblem, type Manifest } from './manifest.ts';

/** Leases and counts of the last minutes mean nothing after a restore. */
const transientCollections: ReadonlySet<string> = new Set([
  ...leaseCollections,
  concurrencySlotsCollection,
  rateLimitsCollection,
]);

/** How long the database keeps the snapshot that a backup reads; its own default is five minutes. */
const snapshotWindowSeconds = 12 * 60 * 60;
const snapshotTooOld = 239;
const unauthorized = 13;

type StoredCollection = Manifest['collections'][number];

async function collectionsOf(client: MongoClient): Promise<string[]> {
  const found = await client.db().listCollections({}, { nameOnly: true }).toArray();
  return found
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('system.') && !transientCollections.has(name))
    .sort();
}

/** Writes all records as of one moment, one file per collection: BSON documents in sequence, as mongodump writes them. */
export async function dumpRecords(client: MongoClient, folder: string): Promise<StoredCollection[]> {
  const names = await collectionsOf(client);
  return withLongSnapshots(client, () =>
    client.withSession({ snapshot: true }, async (session) => {
      const stored: StoredCollection[] = [];
      for (const name of names) stored.push(await dumpCollection(client, session, { folder, name }));
      return stored;
    }),
  );
}

async function dumpCollection(
  client: MongoClient,
  session: ClientSession,
  { folder, name }: { folder: string; name: string },
): Promise<StoredCollection> {
  let documents = 0;
  async function* content() {
    for await (const document of client.db().collection(name).find({}, { session, raw: true })) {
      // The driver's types do not know the option `raw`.
      if (!(document instanceof Uint8Array)) throw new Error('the driver gave no BSON');
      documents += 1;
      yield document;
    }
  }
  try {
    const file = await writeCompressed(folder, `${name}.bson.gz`, content());
    return { name, documents, ...file };
  } catch (cause) {
    if (!(cause instanceof MongoServerError) || cause.code !== snapshotTooOld) throw cause;
    throw new BackupProblem(
      'The backup took longer than the database keeps old snapshots: raise its minSnapshotHistoryWindowInSeconds.',
      { cause },
    );
  }
}

/** Raises the database's snapshot window while a backup is taken, if we are authorized to. */
async function withLongSnapshots<T>(client: MongoClient, step: () => Promise<T>): Promise<T> {
  const admin = client.db('admin');
  const setWindow = (seconds: number) =>
    admin.command({ setParameter: 1, minSnapshotHistoryWindowInSeconds: seconds }).then(
      () => true,
      (error: unknown) => {
        if (error instanceof MongoServerError && error.code === unauthorized) return false;
        throw error;
      },
    );
  const before: Document = await admin
    .command({ getParameter: 1, minSnapshotHistoryWindowInSeconds: 1 })
    .catch(() => ({}));
  const usual = Number(before['minSnapshotHistoryWindowInSeconds'] ?? snapshotWindowSeconds);
  const raised = usual < snapshotWindowSeconds && (await setWindow(snapshotWindowSeconds));
  try {
    return await step();
  } finally {
    if (raised) await setWindow(usual);
  }
}

/** The collections that are not empty. */
export async function filledCollections(client: MongoClient): Promise<string[]> {
  const names = await collectionsOf(client);
  const filled = await Promise.all(
    names.map((name) =>
      client
        .db()
        .collection(name)
        .findOne({}, { projection: { _id: 1 } }),
    ),
  );
  return names.filter((_, at) => filled[at]);
}

export async function removeRecords(client: MongoClient): Promise<void> {
  for (const name of await collectionsOf(client)) await client.db().collection(name).drop();
}

/** Per insert: few round trips, little memory. */
const maxDocuments = 1_000;
const maxBytes = 8 * 1024 * 1024;

export async function restoreRecords(client: MongoClient, folder: string, stored: StoredCollection): Promise<void> {
  const collection = client.db().collection(stored.name);
  let restored = 0;
  let bytes = 0;
  let group: Document[] = [];
  async function flush() {
    if (group.length > 0) await collection.insertMany(group, { ordered: false });
    restored += group.length;
    group = [];
    bytes = 0;
  }
  for await (const document of documentsIn(readCompressed(folder, stored))) {
    // Without promotion to JavaScript numbers, so that a double 1.0 stays a double and a long stays a long.
    group.push(BSON.deserialize(document, { promoteValues: false, promoteBuffers: false, bsonRegExp: true }));
    bytes += document.length;
    if (group.length >= maxDocuments || bytes >= maxBytes) await flush();
  }
  await flush();
  if (restored !== stored.documents) {
    throw new BackupProblem(`The backup is damaged: ${stored.name} has ${restored} of ${stored.documents} records.`);
  }
}

/** Splits a stream into BSON documents; each begins with its own length. */
async function* documentsIn(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let held = 0;
  for await (const chunk of content) {
    parts.push(chunk);
    held += chunk.length;
    let rest: Buffer | undefined;
    for (;;) {
      const [first] = parts;
      if (held < 4 || !first) break;
      if (first.length < 4) parts = [Buffer.concat(parts)];
      const length = (parts[0] ?? first).readInt32LE(0);
      if (held < length) break;
      rest = parts.length === 1 ? (parts[0] ?? first) : Buffer.concat(parts);
      yield rest.subarray(0, length);
      held -= length;
      parts = held > 0 ? [rest.subarray(length)] : [];
    }
  }
  if (held > 0) throw new BackupProblem('The backup is damaged: a record is cut off.');
}
