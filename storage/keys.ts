import type { ClientSession, Db } from 'mongodb';
import { hashKey, type KeyKind, keyPrefix, makeWebhookSecret } from '../contracts/accounts/keys.ts';

export interface Key {
  /** SHA-256 of the key. */
  _id: string;
  account: string;
  kind: KeyKind;
  name: string;
  /** What a person recognises the key by. */
  prefix: string;
  /** The key itself, for publishable ones only: they stand in web pages anyway. */
  publishable?: string;
  /** Publishable keys: the hosts whose pages may use it; empty means any. */
  origins: string[];
  /** Secret keys: signs the webhooks of the jobs that were made with it. */
  webhookSecret?: string;
  createdAt: Date;
  /** Written about once a minute. */
  lastUsedAt?: Date;
}

export interface NewKey {
  key: string;
  kind: KeyKind;
  account: string;
  name: string;
  origins?: readonly string[];
}

/** `lastUsedAt` is this exact: a hot key costs a write a minute. */
export const lastUseStepMs = 60_000;

export type Keys = ReturnType<typeof keysIn>;

export function keysIn(db: Db) {
  const keys = db.collection<Key>('keys');
  return {
    async prepare() {
      await keys.createIndex({ account: 1, createdAt: 1 });
    },
    find: (key: string) => keys.findOne({ _id: hashKey(key) }),
    findById: (id: string) => keys.findOne({ _id: id }),
    /** A foreign key is as unknown as one that never was. */
    findOwn: (id: string, account: string) => keys.findOne({ _id: id, account }),
    ofAccount: (account: string) => keys.find({ account }).sort({ createdAt: 1 }).toArray(),
    /** Saving a key that is there already changes nothing. */
    async save({ key, kind, account, name, origins = [] }: NewKey, session?: ClientSession) {
      await keys.updateOne(
        { _id: hashKey(key) },
        {
          $setOnInsert: {
            account,
            kind,
            name,
            prefix: keyPrefix(key),
            ...(kind === 'publishable' ? { publishable: key } : { webhookSecret: makeWebhookSecret() }),
            origins: [...origins],
            createdAt: new Date(),
          },
        },
        { upsert: true, ...(session && { session }) },
      );
    },
    webhookSecret: async (id: string) => (await keys.findOne({ _id: id }))?.webhookSecret,
    /** These change nothing where the key is gone, and say so. */
    rename: async (id: string, name: string) =>
      (await keys.updateOne({ _id: id }, { $set: { name } })).matchedCount > 0,
    setOrigins: async (id: string, origins: readonly string[]) =>
      (await keys.updateOne({ _id: id, kind: 'publishable' }, { $set: { origins: [...origins] } })).matchedCount > 0,
    delete: async (id: string) => (await keys.deleteOne({ _id: id })).deletedCount > 0,
    async used(id: string, at: Date) {
      const longAgo = new Date(at.getTime() - lastUseStepMs);
      await keys.updateOne(
        { _id: id, $or: [{ lastUsedAt: { $exists: false } }, { lastUsedAt: { $lt: longAgo } }] },
        { $set: { lastUsedAt: at } },
        { writeConcern: { w: 1 } },
      );
    },
  };
}
