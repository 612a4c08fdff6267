import { BSON, type ClientSession, type Document, type MongoClient, MongoServerError } from 'mongodb';
import { readPacked, writePacked } from './files.ts';
import { BackupProblem, type Manifest } from './manifest.ts';

/** Leases and counts of the last minutes mean nothing on another day. */
const passing = new Set(['hosts', 'limits', 'turns']);

/** How far back the database has to remember while a backup is taken; its own default is five minutes. */
const historySeconds = 12 * 60 * 60;
const snapshotTooOld = 239;
const unauthorized = 13;

type StoredCollection = Manifest['collections'][number];

async function collectionsOf(client: MongoClient): Promise<string[]> {
  const found = await client.db().listCollections({}, { nameOnly: true }).toArray();
  return found
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('system.') && !passing.has(name))
    .sort();
}

/** All records as they are at one moment, a file a collection: BSON documents one after the other, as mongodump has them. */
export async function dumpRecords(client: MongoClient, folder: string): Promise<StoredCollection[]> {
  const names = await collectionsOf(client);
  return rememberingLong(client, () =>
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
      // The driver's types do not know of `raw`.
      if (!(document instanceof Uint8Array)) throw new Error('the driver gave no BSON');
      documents += 1;
      yield document;
    }
  }
  try {
    const file = await writePacked(folder, `${name}.bson.gz`, content());
    return { name, documents, ...file };
  } catch (cause) {
    if (!(cause instanceof MongoServerError) || cause.code !== snapshotTooOld) throw cause;
    throw new BackupProblem(
      'The backup took longer than the database remembers: raise its minSnapshotHistoryWindowInSeconds.',
      { cause },
    );
  }
}

/** Has the database remember the moment of the backup until it is taken, where we may tell it to. */
async function rememberingLong<T>(client: MongoClient, step: () => Promise<T>): Promise<T> {
  const admin = client.db('admin');
  const remember = (seconds: number) =>
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
  const usual = Number(before['minSnapshotHistoryWindowInSeconds'] ?? historySeconds);
  const raised = usual < historySeconds && (await remember(historySeconds));
  try {
    return await step();
  } finally {
    if (raised) await remember(usual);
  }
}

/** The collections that hold something already. */
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

/** Enough for few round trips, little enough to hold. */
const mostDocuments = 1_000;
const mostBytes = 8 * 1024 * 1024;

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
  for await (const document of documentsIn(readPacked(folder, stored))) {
    // Not promoted, so that a 1.0 stays a double and a long stays one.
    group.push(BSON.deserialize(document, { promoteValues: false, promoteBuffers: false, bsonRegExp: true }));
    bytes += document.length;
    if (group.length >= mostDocuments || bytes >= mostBytes) await flush();
  }
  await flush();
  if (restored !== stored.documents) {
    throw new BackupProblem(`The backup is damaged: ${stored.name} has ${restored} of ${stored.documents} records.`);
  }
}

/** Each BSON document begins with its own length. */
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
