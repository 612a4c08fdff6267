import type { Db } from 'mongodb';

/** What all workers together may do only so much of at a time, such as requests to one host. */
interface Place {
  /** The host with its port, or the account. */
  _id: string;
  leases: Lease[];
  /** A site asked us to stay away until then. */
  notBefore?: Date;
  expiresAt: Date;
}

/** What one worker may do there. */
interface Lease {
  id: string;
  /** How many at a time are its own… */
  count: number;
  /** …how many it would like to have… */
  want: number;
  /** …and down to how many it should go, because others wait for theirs. */
  cap: number;
  until: Date;
}

interface Wish {
  /** The lease's name. */
  id: string;
  want: number;
  /** What is in use, and cannot be given back yet. */
  keep: number;
  /** What there is for all workers together. */
  most: number;
}

export interface Held {
  count: number;
  cap: number;
  /** How long to stay away, where the site has said so. */
  waitMs: number;
}

/** A worker that dies gives its lease back after this; a living one renews it. */
export const leaseMs = 6_000;
const forgottenAfterMs = 60 * 60 * 1000;

export type Places = ReturnType<typeof placesIn>;

export function placesIn(db: Db, name: 'hosts' | 'accountsReading') {
  const places = db.collection<Place>(name);
  const lifetime = () => new Date(Date.now() + forgottenAfterMs);
  return {
    async prepare() {
      await places.createIndex({ expiresAt: 1 }, { expireAfterSeconds: 0 });
    },
    /** Takes, changes or renews a lease: as much as is free, but no more than a fair share where others go short. */
    async hold(place: string, { id, want, keep, most }: Wish): Promise<Held> {
      const now = new Date();
      const others = {
        $filter: {
          input: { $ifNull: ['$leases', []] },
          cond: { $and: [{ $gt: ['$$this.until', now] }, { $ne: ['$$this.id', id] }] },
        },
      };
      const share = { $max: [1, { $floor: { $divide: [most, { $add: [{ $size: '$leases' }, 1] }] } }] };
      const goesShort = { $lt: ['$$this.count', { $min: ['$$this.want', '$share'] }] };
      const othersGoShort = { $anyElementTrue: { $map: { input: '$leases', in: goesShort } } };
      const free = { $subtract: [most, { $sum: '$leases.count' }] };
      const resting = { $gt: ['$notBefore', now] };
      const count = { $cond: [resting, keep, { $max: [keep, { $min: [want, free, '$cap'] }] }] };
      const lease = { id, count, want, cap: '$cap', until: new Date(now.getTime() + leaseMs) };
      const record = await places.findOneAndUpdate(
        { _id: place },
        [
          { $set: { leases: others } },
          { $set: { share } },
          { $set: { cap: { $cond: [othersGoShort, '$share', most] } } },
          { $set: { leases: { $concatArrays: ['$leases', [lease]] }, expiresAt: lifetime() } },
          { $unset: ['share', 'cap'] },
        ],
        { upsert: true, returnDocument: 'after' },
      );
      const mine = record?.leases.find((each) => each.id === id);
      const waitMs = Math.max(0, (record?.notBefore?.getTime() ?? 0) - now.getTime());
      return { count: mine?.count ?? 0, cap: mine?.cap ?? most, waitMs };
    },
    async release(place: string, id: string) {
      await places.updateOne({ _id: place }, { $pull: { leases: { id } } });
    },
    /** Nobody begins anything new there for so long. */
    async rest(place: string, restMs: number) {
      await places.updateOne(
        { _id: place },
        {
          $max: { notBefore: new Date(Date.now() + restMs) },
          $set: { expiresAt: lifetime() },
          $setOnInsert: { leases: [] },
        },
        { upsert: true },
      );
    },
  };
}
