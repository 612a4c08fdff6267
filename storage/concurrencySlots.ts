import { randomUUID } from 'node:crypto';
import type { MongoClient } from 'mongodb';

/** The single operations that an account has running, or the event streams that it has open, over all gateways. */
interface AccountSlots {
  /** The account; for its event streams, `<account>:streams`. */
  _id: string;
  taken: { id: string; until: Date }[];
  expiresAt: Date;
}

export interface ConcurrencySlot {
  account: string;
  id: string;
}

/** The slot of a gateway that dies is free again after this time; a living gateway renews it. */
export const slotLeaseMs = 30_000;
const expireAfterMs = 60 * 60 * 1000;

export const concurrencySlotsCollection = 'concurrencySlots';

/** The event streams of an account have slots of their own. */
export function streamsOf(account: string): string {
  return `${account}:streams`;
}

export type ConcurrencySlots = ReturnType<typeof concurrencySlotsIn>;

export function concurrencySlotsIn(client: MongoClient) {
  // Not journaled: slots that a crash of the database loses are simply free again.
  const db = client.db(undefined, { writeConcern: { w: 1, journal: false } });
  const slots = db.collection<AccountSlots>(concurrencySlotsCollection);
  return {
    async prepare() {
      await slots.createIndex({ expiresAt: 1 }, { expireAfterSeconds: 0 });
    },
    /** Undefined if the account already has `max` operations running. */
    async acquire(account: string, max: number): Promise<ConcurrencySlot | undefined> {
      const id = randomUUID();
      const now = Date.now();
      const alive = { $filter: { input: { $ifNull: ['$taken', []] }, cond: { $gt: ['$$this.until', new Date(now)] } } };
      const own = [{ id, until: new Date(now + slotLeaseMs) }];
      const record = await slots.findOneAndUpdate(
        { _id: account },
        [
          { $set: { taken: alive, expiresAt: new Date(now + expireAfterMs) } },
          {
            $set: {
              taken: { $concatArrays: ['$taken', { $cond: [{ $lt: [{ $size: '$taken' }, max] }, own, []] }] },
            },
          },
        ],
        { upsert: true, returnDocument: 'after' },
      );
      return record?.taken.some((slot) => slot.id === id) ? { account, id } : undefined;
    },
    /** How many operations the account has running. */
    async taken(account: string): Promise<number> {
      const record = await slots.findOne({ _id: account });
      return record?.taken.filter(({ until }) => until > new Date()).length ?? 0;
    },
    async renew({ account, id }: ConcurrencySlot) {
      await slots.updateOne(
        { _id: account, 'taken.id': id },
        { $set: { 'taken.$.until': new Date(Date.now() + slotLeaseMs) } },
      );
    },
    async remove(account: string) {
      await slots.deleteOne({ _id: account });
    },
    async release({ account, id }: ConcurrencySlot) {
      await slots.updateOne({ _id: account }, { $pull: { taken: { id } } });
    },
  };
}
