/** Lets a day pass for a job. */
import type { Db } from 'mongodb';
import { resultLifetimeMs } from '../../storage/pages.ts';
import { withDatabase } from './database.ts';

/** What a job consists of. */
function recordsOf(db: Db, job: string) {
  const byId = { _id: { $regex: `^${job}` } };
  // The job last: a worker that finds it expired keeps everything for another day.
  return ['pages', 'urls', 'crawlFrontier', 'jobs'].map((name) => {
    return { name, collection: db.collection<{ _id: string }>(name), filter: byId };
  });
}

/**
 * The job expires in so many milliseconds, by default just now. So does everything that belongs to it, or later: a running
 * job stays in the database all the same, but its pages and URLs are removed once their time is over.
 */
export function expireJob(job: string, inMs = -1, belongingsInMs = inMs): Promise<void> {
  const expiresAt = new Date(Date.now() + inMs);
  const belongingsExpireAt = new Date(Date.now() + belongingsInMs);
  return withDatabase(async (db) => {
    // Its age counts too: only a job that ran for long keeps all of its pages for a day when it ends.
    const createdAt = new Date(expiresAt.getTime() - resultLifetimeMs);
    await db.collection<{ _id: string }>('jobs').updateOne({ _id: job }, { $set: { createdAt } });
    for (const { name, collection, filter } of recordsOf(db, job))
      await collection.updateMany(filter, { $set: { expiresAt: name === 'jobs' ? expiresAt : belongingsExpireAt } });
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
