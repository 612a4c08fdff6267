import type { Db } from 'mongodb';

/** A resource that all workers together may use only so much at a time: a host, or the pages of an account. */
interface LeasedResource {
  /** The host with its port, or the account. */
  _id: string;
  leases: Lease[];
  /** The site asked for no requests before this time. */
  notBefore?: Date;
  /** When the database last granted a lease. */
  grantedAt?: Date;
  expiresAt: Date;
}

/** One worker's part of a resource. */
interface Lease {
  id: string;
  /** Units that this worker may use at the same time. */
  count: number;
  /** Units that it would use if it could. */
  want: number;
  /** Units that it should shrink to, because other workers have less than their fair share. */
  cap: number;
  until: Date;
}

interface LeaseRequest {
  id: string;
  want: number;
  /** Units in use, which cannot be returned yet. */
  keep: number;
  /** Units of the resource for all workers together. */
  max: number;
}

export interface LeaseGrant {
  count: number;
  cap: number;
  /** How long the resource is paused; 0 if it is not. */
  waitMs: number;
}

/** The lease of a worker that dies ends after this time; a living worker renews it. */
export const leaseMs = 6_000;
const expireAfterMs = 60 * 60 * 1000;

export const leaseCollections = ['hostLeases', 'accountLeases'] as const;

export type Leases = ReturnType<typeof leasesIn>;

/** All times are the database's: the clocks of two workers differ. */
const now = '$$NOW';

export function leasesIn(db: Db, name: (typeof leaseCollections)[number], durationMs = leaseMs) {
  const resources = db.collection<LeasedResource>(name);
  const expiresAt = { $add: [now, expireAfterMs] };
  return {
    async prepare() {
      await resources.createIndex({ expiresAt: 1 }, { expireAfterSeconds: 0 });
    },
    /** Takes, resizes or renews a lease: all that is free, but no more than a fair share while others have less. */
    async acquire(resource: string, { id, want, keep, max }: LeaseRequest): Promise<LeaseGrant> {
      const others = {
        $filter: {
          input: { $ifNull: ['$leases', []] },
          cond: { $and: [{ $gt: ['$$this.until', now] }, { $ne: ['$$this.id', id] }] },
        },
      };
      const fairShare = { $max: [1, { $floor: { $divide: [max, { $add: [{ $size: '$leases' }, 1] }] } }] };
      const isShort = { $lt: ['$$this.count', { $min: ['$$this.want', '$share'] }] };
      const othersAreShort = { $anyElementTrue: { $map: { input: '$leases', in: isShort } } };
      const free = { $subtract: [max, { $sum: '$leases.count' }] };
      const isPaused = { $gt: ['$notBefore', now] };
      const count = { $cond: [isPaused, keep, { $max: [keep, { $min: [want, free, '$cap'] }] }] };
      const lease = { id, count, want, cap: '$cap', until: { $add: [now, durationMs] } };
      const record = await resources.findOneAndUpdate(
        { _id: resource },
        [
          { $set: { leases: others } },
          { $set: { share: fairShare } },
          { $set: { cap: { $cond: [othersAreShort, '$share', max] } } },
          { $set: { leases: { $concatArrays: ['$leases', [lease]] }, grantedAt: now, expiresAt } },
          { $unset: ['share', 'cap'] },
        ],
        { upsert: true, returnDocument: 'after' },
      );
      const own = record?.leases.find((each) => each.id === id);
      const waitMs = Math.max(0, (record?.notBefore?.getTime() ?? 0) - (record?.grantedAt?.getTime() ?? 0));
      return { count: own?.count ?? 0, cap: own?.cap ?? max, waitMs };
    },
    /** Units that are in use at this moment. */
    async used(resource: string): Promise<number> {
      const alive =
        (await resources.findOne({ _id: resource }))?.leases.filter(({ until }) => until > new Date()) ?? [];
      return alive.reduce((sum, { count }) => sum + count, 0);
    },
    async release(resource: string, id: string) {
      await resources.updateOne({ _id: resource }, { $pull: { leases: { id } } });
    },
    async remove(resource: string) {
      await resources.deleteOne({ _id: resource });
    },
    /** No worker starts anything new on the resource for this long. */
    async pause(resource: string, pauseMs: number) {
      await resources.updateOne(
        { _id: resource },
        [
          {
            $set: {
              leases: { $ifNull: ['$leases', []] },
              notBefore: { $max: ['$notBefore', { $add: [now, pauseMs] }] },
              expiresAt,
            },
          },
        ],
        { upsert: true },
      );
    },
  };
}
