import { randomUUID } from 'node:crypto';
import type { Db } from 'mongodb';

/** How politely one site is being read, by all workers together. */
interface Host {
  /** Host name with port. */
  _id: string;
  leases: { id: string; count: number; until: Date }[];
  /** The site asked us to stay away until then. */
  notBefore?: Date;
  expiresAt: Date;
}

export interface Lease {
  id: string;
  host: string;
  /** How many requests at a time; 0 where the host is busy. */
  count: number;
  /** Where it is 0: how long to stay away, if the site has said so. */
  waitMs?: number;
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
    /** Takes up to `want` of the `most` requests that may run against a host at the same time. */
    async lease(host: string, { want, most }: { want: number; most: number }): Promise<Lease> {
      const id = randomUUID();
      const now = new Date();
      const alive = { $filter: { input: { $ifNull: ['$leases', []] }, cond: { $gt: ['$$this.until', now] } } };
      const free = { $subtract: [most, { $sum: '$leases.count' }] };
      const resting = { $gt: ['$notBefore', now] };
      const granted = { $cond: [resting, 0, { $max: [0, { $min: [want, free] }] }] };
      const record = await hosts.findOneAndUpdate(
        { _id: host },
        [
          { $set: { leases: alive } },
          { $set: { granted } },
          {
            $set: {
              leases: {
                $concatArrays: [
                  '$leases',
                  {
                    $cond: [
                      { $gt: ['$granted', 0] },
                      [{ id, count: '$granted', until: new Date(now.getTime() + leaseMs) }],
                      [],
                    ],
                  },
                ],
              },
              expiresAt: lifetime(),
            },
          },
          { $unset: 'granted' },
        ],
        { upsert: true, returnDocument: 'after' },
      );
      const count = record?.leases.find((lease) => lease.id === id)?.count ?? 0;
      const waitMs = record?.notBefore ? record.notBefore.getTime() - now.getTime() : 0;
      return { id, host, count, ...(count === 0 && waitMs > 0 && { waitMs }) };
    },
    async renew({ host, id }: Lease) {
      await hosts.updateOne(
        { _id: host, 'leases.id': id },
        { $set: { 'leases.$.until': new Date(Date.now() + leaseMs) } },
      );
    },
    /** Gives a lease back; with a delay, the host rests that long afterwards. */
    async release({ host, id }: Lease, restMs = 0) {
      await hosts.updateOne(
        { _id: host },
        { $pull: { leases: { id } }, ...(restMs > 0 && { $max: { notBefore: new Date(Date.now() + restMs) } }) },
      );
    },
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
