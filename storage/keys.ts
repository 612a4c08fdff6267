import type { Binary, ClientSession, Db, Filter } from 'mongodb';
import { hashKey, type KeyKind, keyPrefix, makeWebhookSecret } from '../contracts/accounts/keys.ts';
import { CannotOpen } from '../runtime/secrets/keyring.ts';
import { SettingsProblems } from '../runtime/settings.ts';
import type { Sealer } from './seal.ts';

export interface Key {
  /** SHA-256 of the key. */
  _id: string;
  account: string;
  kind: KeyKind;
  name: string;
  /** Enough of the key to recognize it in a list. */
  prefix: string;
  /** The key itself, for publishable keys only: they are public in web pages anyway. */
  publishable?: string;
  /** Publishable keys: the hosts whose pages may use the key; empty means any. */
  origins: string[];
  /** Secret keys: signs the webhooks of the jobs created with the key. */
  webhookSecret?: string;
  createdAt: Date;
  lastUsedAt?: Date;
}

/** As it is stored. Keys of earlier versions have their webhook secret in clear. */
interface KeyRecord extends Omit<Key, 'webhookSecret'> {
  webhookSecret?: string | Binary;
}

export interface NewKey {
  key: string;
  kind: KeyKind;
  account: string;
  name: string;
  origins?: readonly string[];
}

/** The resolution of `lastUsedAt`: a hot key costs one write a minute. */
export const lastUseIntervalMs = 60_000;

export type Keys = ReturnType<typeof keysIn>;

export function keysIn(db: Db, sealer: Sealer) {
  const keys = db.collection<KeyRecord>('keys');

  function keyOf({ webhookSecret: secret, ...record }: KeyRecord): Key {
    if (secret === undefined) return record;
    return { ...record, webhookSecret: typeof secret === 'string' ? secret : sealer.open<string>(secret, record._id) };
  }

  async function findOne(filter: Filter<KeyRecord>): Promise<Key | null> {
    const found = await keys.findOne(filter);
    return found && keyOf(found);
  }

  /**
   * Webhook secrets are the sealed values that stay. A process whose keys do not open them does not start: it could not
   * read the work of the others. Those of a replaced key are sealed again, so that the old key can go.
   */
  async function checkSecrets(): Promise<void> {
    for await (const record of keys.find({ webhookSecret: { $type: 'binData' } })) {
      const { _id, webhookSecret: sealed } = record;
      const secret = openSecret(record);
      if (typeof sealed === 'string' || !sealed || sealer.isCurrent(sealed)) continue;
      await keys.updateOne({ _id, webhookSecret: sealed }, { $set: { webhookSecret: sealer.seal(secret, _id) } });
    }
  }

  function openSecret(record: KeyRecord): string | undefined {
    try {
      return keyOf(record).webhookSecret;
    } catch (cause) {
      if (!(cause instanceof CannotOpen)) throw cause;
      throw new SettingsProblems([
        `SECRETS_KEYS must have the keys that the stored data was encrypted with: ${cause.message}`,
      ]);
    }
  }

  return {
    async prepare() {
      await keys.createIndex({ account: 1, createdAt: 1 });
      await checkSecrets();
    },
    find: (key: string) => findOne({ _id: hashKey(key) }),
    findById: (id: string) => findOne({ _id: id }),
    /** The key of another account is treated as unknown. */
    findOwn: (id: string, account: string) => findOne({ _id: id, account }),
    count: (account: string, session: ClientSession) => keys.countDocuments({ account }, { session }),
    ofAccount: (account: string) => keys.find({ account }).sort({ createdAt: 1 }).map(keyOf).toArray(),
    /** Changes nothing if the key already exists. */
    async save({ key, kind, account, name, origins = [] }: NewKey, session?: ClientSession) {
      const _id = hashKey(key);
      await keys.updateOne(
        { _id },
        {
          $setOnInsert: {
            account,
            kind,
            name,
            prefix: keyPrefix(key),
            ...(kind === 'publishable'
              ? { publishable: key }
              : { webhookSecret: sealer.seal(makeWebhookSecret(), _id) }),
            origins: [...origins],
            createdAt: new Date(),
          },
        },
        { upsert: true, ...(session && { session }) },
      );
    },
    webhookSecret: async (id: string) => (await findOne({ _id: id }))?.webhookSecret,
    /** False if the key no longer exists; so for the two below. */
    rename: async (id: string, name: string) =>
      (await keys.updateOne({ _id: id }, { $set: { name } })).matchedCount > 0,
    setOrigins: async (id: string, origins: readonly string[]) =>
      (await keys.updateOne({ _id: id, kind: 'publishable' }, { $set: { origins: [...origins] } })).matchedCount > 0,
    async removeOf(account: string) {
      await keys.deleteMany({ account });
    },
    delete: async (id: string) => (await keys.deleteOne({ _id: id })).deletedCount > 0,
    async used(id: string, at: Date) {
      const stale = new Date(at.getTime() - lastUseIntervalMs);
      await keys.updateOne(
        { _id: id, $or: [{ lastUsedAt: { $exists: false } }, { lastUsedAt: { $lt: stale } }] },
        { $set: { lastUsedAt: at } },
        { writeConcern: { w: 1 } },
      );
    },
  };
}
