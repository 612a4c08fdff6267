import { randomUUID } from 'node:crypto';
import type { MongoClient } from 'mongodb';

/** The single operations that an account has running, over all gateways. */
interface Turns {
  /** The account. */
  _id: string;
  taken: { id: string; until: Date }[];
  expiresAt: Date;
}

export interface Turn {
  account: string;
  id: string;
}

/** A gateway that dies gives its turns back after this; a living one renews them. */
export const turnMs = 30_000;
const forgottenAfterMs = 60 * 60 * 1000;

export type TurnsOfAccounts = ReturnType<typeof turnsIn>;

export function turnsIn(client: MongoClient) {
  // As with the limits: what is lost in a crash is free again at once.
  const turns = client.db(undefined, { writeConcern: { w: 1, journal: false } }).collection<Turns>('turns');
  return {
    async prepare() {
      await turns.createIndex({ expiresAt: 1 }, { expireAfterSeconds: 0 });
    },
    /** Undefined where the account has as many running as it may. */
    async take(account: string, most: number): Promise<Turn | undefined> {
      const id = randomUUID();
      const now = Date.now();
      const alive = { $filter: { input: { $ifNull: ['$taken', []] }, cond: { $gt: ['$$this.until', new Date(now)] } } };
      const mine = [{ id, until: new Date(now + turnMs) }];
      const record = await turns.findOneAndUpdate(
        { _id: account },
        [
          { $set: { taken: alive, expiresAt: new Date(now + forgottenAfterMs) } },
          {
            $set: {
              taken: { $concatArrays: ['$taken', { $cond: [{ $lt: [{ $size: '$taken' }, most] }, mine, []] }] },
            },
          },
        ],
        { upsert: true, returnDocument: 'after' },
      );
      return record?.taken.some((turn) => turn.id === id) ? { account, id } : undefined;
    },
    async renew({ account, id }: Turn) {
      await turns.updateOne(
        { _id: account, 'taken.id': id },
        { $set: { 'taken.$.until': new Date(Date.now() + turnMs) } },
      );
    },
    async giveBack({ account, id }: Turn) {
      await turns.updateOne({ _id: account }, { $pull: { taken: { id } } });
    },
  };
}
