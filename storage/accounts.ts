import { randomUUID } from 'node:crypto';
import type { ClientSession, Db } from 'mongodb';
import { isDuplicateKey } from './duplicateKey.ts';

export interface Account {
  /** `acc_…` */
  _id: string;
  /** In lower case, so that one address is one account. */
  email: string;
  plan: string;
  createdAt: Date;
  /** Absent if the account has no sign-in. */
  passwordHash?: string;
  /** Incremented to end every session of the account. */
  sessionEpoch?: number;
  /** Set when its deletion began: it counts as gone, and its data is being removed. */
  closedAt?: Date;
  /** Incremented with each new key or monitor. */
  changes?: number;
}

export type NewAccount = Pick<Account, 'email' | 'plan' | 'passwordHash'>;

/** The account that the first start creates. The id is fixed, so that two gateways starting at once create one. */
export const ownerAccountId = 'acc_owner';

function newAccountId() {
  return `acc_${randomUUID().replaceAll('-', '')}`;
}

export function asEmail(text: string) {
  return text.trim().toLowerCase();
}

const open = { closedAt: { $exists: false } };

export type Accounts = ReturnType<typeof accountsIn>;

export function accountsIn(db: Db) {
  const accounts = db.collection<Account>('accounts');
  const change = async (id: string, update: Parameters<typeof accounts.updateOne>[1]) =>
    (await accounts.updateOne({ _id: id }, update)).matchedCount === 1;
  return {
    async prepare() {
      await accounts.createIndex({ email: 1 }, { unique: true });
    },
    find: (id: string) => accounts.findOne({ _id: id, ...open }),
    exists: async (id: string, session: ClientSession): Promise<boolean> =>
      (await accounts.findOne({ _id: id, ...open }, { session, projection: { _id: 1 } })) !== null,
    findByEmail: (email: string) => accounts.findOne({ email: asEmail(email), ...open }),
    list: () => accounts.find(open).sort({ createdAt: 1 }).toArray(),
    findClosed: (id: string) => accounts.findOne({ _id: id, closedAt: { $exists: true } }),
    async close(id: string) {
      await accounts.updateOne({ _id: id, ...open }, { $set: { closedAt: new Date() }, $inc: { sessionEpoch: 1 } });
    },
    async removeClosed(id: string) {
      await accounts.deleteOne({ _id: id, closedAt: { $exists: true } });
    },
    /** Undefined if the email is taken. */
    async create(account: NewAccount): Promise<Account | undefined> {
      const made = { _id: newAccountId(), ...account, email: asEmail(account.email), createdAt: new Date() };
      try {
        await accounts.insertOne(made);
        return made;
      } catch (error) {
        if (isDuplicateKey(error)) return undefined;
        throw error;
      }
    },
    /** True for the caller that created it; false if it already existed. */
    async createOwner(owner: NewAccount, session: ClientSession): Promise<boolean> {
      const { upsertedCount } = await accounts.updateOne(
        { _id: ownerAccountId },
        { $setOnInsert: { ...owner, email: asEmail(owner.email), createdAt: new Date() } },
        { upsert: true, session },
      );
      return upsertedCount === 1;
    },
    setPlan: (id: string, plan: string) => change(id, { $set: { plan } }),
    /** Also ends every session, so that the old password is worth nothing. */
    setPassword: (id: string, passwordHash: string) =>
      change(id, { $set: { passwordHash }, $inc: { sessionEpoch: 1 } }),
    /**
     * Changes the record, so that two transactions that add something to the account never run side by side, and neither
     * exceeds what its plan allows. False if the account no longer exists.
     */
    touch: async (id: string, session: ClientSession) =>
      (await accounts.updateOne({ _id: id, closedAt: { $exists: false } }, { $inc: { changes: 1 } }, { session }))
        .matchedCount === 1,
    endSessions: (id: string) => change(id, { $inc: { sessionEpoch: 1 } }),
  };
}
