import type { Db } from 'mongodb';

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
    if (!existing.has(from)) continue;
    const merge = { $merge: { into, whenMatched: 'keepExisting' as const } };
    await db.collection(from).aggregate([merge]).toArray();
    await db.collection(from).drop();
  }
  for (const name of droppedCollections) if (existing.has(name)) await db.collection(name).drop();
}
