import type { ClientSession, Db } from 'mongodb';
import { hashKey, type KeyKind, keyPrefix, makeWebhookSecret } from '../contracts/keys.ts';

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
}

export interface NewKey {
  key: string;
  kind: KeyKind;
  account: string;
  name: string;
}

export type Keys = ReturnType<typeof keysIn>;

export const keysIn = (db: Db) => {
  const keys = db.collection<Key>('keys');
  return {
    async prepare() {
      await keys.createIndex({ account: 1, createdAt: 1 });
    },
    find: (key: string) => keys.findOne({ _id: hashKey(key) }),
    ofAccount: (account: string) => keys.find({ account }).sort({ createdAt: 1 }).toArray(),
    /** Saving a key that is there already changes nothing. */
    async save({ key, kind, account, name }: NewKey, session?: ClientSession) {
      await keys.updateOne(
        { _id: hashKey(key) },
        {
          $setOnInsert: {
            account,
            kind,
            name,
            prefix: keyPrefix(key),
            ...(kind === 'publishable' ? { publishable: key } : { webhookSecret: makeWebhookSecret() }),
            origins: [],
            createdAt: new Date(),
          },
        },
        { upsert: true, ...(session && { session }) },
      );
    },
    webhookSecret: async (id: string) => (await keys.findOne({ _id: id }))?.webhookSecret,
    delete: (key: string) => keys.deleteOne({ _id: hashKey(key) }),
  };
};
