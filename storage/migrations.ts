import { type Db, MongoServerError } from 'mongodb';

/** Collections that earlier versions kept under other names. */
const renamedCollections = {
  hosts: 'hostLeases',
  accountsReading: 'accountLeases',
  turns: 'concurrencySlots',
  spares: 'fallbackPictures',
} as const;

/** Counts of the last minute. They start anew, because a merge could violate the unique index on their keys. */
const droppedCollections = ['limits'];

/**
 * Brings the data of earlier versions up to date. It runs at every start, from many processes at once, and changes
 * nothing the second time. While old and new processes run side by side, each counts its own leases.
 */
export async function migrate(db: Db): Promise<void> {
  const names = await db.listCollections({}, { nameOnly: true }).toArray();
  const existing = new Set(names.map(({ name }) => name));
  for (const [from, into] of Object.entries(renamedCollections)) {
    if (existing.has(from)) await move(db, from, into);
  }
  for (const name of droppedCollections) if (existing.has(name)) await db.collection(name).drop();
  if (existing.has('jobs')) await dropIndex(db, 'jobs', 'expiresAt_1');
}

/** Two processes may drop it at once. */
async function dropIndex(db: Db, collection: string, index: string): Promise<void> {
  const indexes = await db.collection(collection).indexes();
  if (!indexes.some(({ name }) => name === index)) return;
  await db
    .collection(collection)
    .dropIndex(index)
    .catch((error: unknown) => {
      if (!(error instanceof MongoServerError && error.code === indexNotFound)) throw error;
    });
}

const indexNotFound = 27;

/** The server's error if a collection is dropped while it is read. */
const queryPlanKilled = 175;

async function move(db: Db, from: string, into: string): Promise<void> {
  const merge = { $merge: { into, whenMatched: 'keepExisting' as const } };
  try {
    await db.collection(from).aggregate([merge]).toArray();
  } catch (error) {
    // Another process has merged all of it and dropped it.
    if (error instanceof MongoServerError && error.code === queryPlanKilled) return;
    throw error;
  }
  await db.collection(from).drop();
}
