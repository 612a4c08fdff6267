/** Lets a day pass for a job. */
import type { Db } from 'mongodb';
import { withDatabase } from './database.ts';

/** What a job consists of. */
function recordsOf(db: Db, job: string) {
  const byId = { _id: { $regex: `^${job}` } };
  return ['jobs', 'pages', 'urls', 'crawlFrontier'].map((name) => {
    return { collection: db.collection<{ _id: string }>(name), filter: byId };
  });
}

/** The job and everything that belongs to it expire in so many milliseconds; by default they have expired just now. */
export function expireJob(job: string, inMs = -1): Promise<void> {
  const update = { $set: { expiresAt: new Date(Date.now() + inMs) } };
  return withDatabase(async (db) => {
    for (const { collection, filter } of recordsOf(db, job)) await collection.updateMany(filter, update);
  });
}

/** The collections with records of the job, each with whether the database removes them when their time is over. */
export function collectionsOf(job: string): Promise<{ name: string; expires: boolean }[]> {
  const filter = { $or: [{ job }, { _id: { $regex: `^${job}` } }] };
  return withDatabase(async (db) => {
    const found = (await db.collections()).map(async ({ collectionName: name }) => {
      const collection = db.collection<{ _id: string; job?: string }>(name);
      const [count, indexes] = await Promise.all([collection.countDocuments(filter), collection.indexes()]);
      const expires = indexes.some(({ key, expireAfterSeconds }) => key['expiresAt'] && expireAfterSeconds === 0);
      return count > 0 ? [{ name, expires }] : [];
    });
    return (await Promise.all(found)).flat();
  });
}

/** How long the first of a job's records is still kept. */
export function firstExpiryMs(job: string): Promise<number> {
  return withDatabase(async (db) => {
    const times = recordsOf(db, job).map(async ({ collection, filter }) => {
      const first = await collection.find(filter).sort({ expiresAt: 1 }).project({ expiresAt: 1 }).next();
      return first ? first['expiresAt'].getTime() : Number.POSITIVE_INFINITY;
    });
    return Math.min(...(await Promise.all(times))) - Date.now();
  });
}
