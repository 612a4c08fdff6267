import { randomUUID } from 'node:crypto';
import type { ClientSession, Db } from 'mongodb';

export interface Account {
  /** `acc_…` */
  _id: string;
  email: string;
  plan: string;
  createdAt: Date;
}

/** The account that the first start makes. Its id is fixed, so that two gateways starting at once make one. */
export const ownerAccountId = 'acc_owner';

export const newAccountId = () => `acc_${randomUUID().replaceAll('-', '')}`;

export type Accounts = ReturnType<typeof accountsIn>;

export const accountsIn = (db: Db) => {
  const accounts = db.collection<Account>('accounts');
  return {
    async prepare() {
      await accounts.createIndex({ email: 1 }, { unique: true });
    },
    find: (id: string) => accounts.findOne({ _id: id }),
    /** True for the caller that made it; false where it was there already. */
    async createOwner(owner: { email: string; plan: string }, session: ClientSession): Promise<boolean> {
      const { upsertedCount } = await accounts.updateOne(
        { _id: ownerAccountId },
        { $setOnInsert: { ...owner, createdAt: new Date() } },
        { upsert: true, session },
      );
      return upsertedCount === 1;
    },
  };
};
