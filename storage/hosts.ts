import type { Db } from 'mongodb';

/** How politely one site is being read, by all workers together. */
interface Host {
  /** Host name with port. */
  _id: string;
  leases: Lease[];
  /** The site asked us to stay away until then. */
  notBefore?: Date;
  expiresAt: Date;
}

/** What one worker may do on a host. */
interface Lease {
  id: string;
  /** How many requests at a time are its own… */
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
  /** What the host bears of all workers together. */
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

export type Hosts = ReturnType<typeof hostsIn>;

export const hostsIn = (db: Db) => {
  const hosts = db.collection<Host>('hosts');
  const lifetime = () => new Date(Date.now() + forgottenAfterMs);
  return {
    async prepare() {
      await hosts.createIndex({ expiresAt: 1 }, { expireAfterSeconds: 0 });
    },
    /** Takes, changes or renews a lease: as much as is free, but no more than a fair share where others go short. */
    async hold(host: string, { id, want, keep, most }: Wish): Promise<Held> {
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
      const record = await hosts.findOneAndUpdate(
        { _id: host },
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
    async release(host: string, id: string) {
      await hosts.updateOne({ _id: host }, { $pull: { leases: { id } } });
    },
    /** Nobody makes a new request to that host for so long. */
    async rest(host: string, restMs: number) {
      await hosts.updateOne(
        { _id: host },
        {
          $max: { notBefore: new Date(Date.now() + restMs) },
          $set: { expiresAt: lifetime() },
          $setOnInsert: { leases: [] },
        },
        { upsert: true },
      );
    },
  };
};
