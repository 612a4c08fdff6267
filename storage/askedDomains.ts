import type { Db } from 'mongodb';

/** A domain that an account has asked for a picture of. */
interface AskedDomain {
  /** `<account>:<domain>` */
  _id: string;
  account: string;
  domain: string;
  expiresAt: Date;
}

/** A domain that an account has not asked for in this time is forgotten. */
const lifetimeMs = 60 * 24 * 60 * 60 * 1000;

export function askedDomainsIn(db: Db) {
  const domains = db.collection<AskedDomain>('askedDomains');
  return {
    async prepare() {
      await domains.createIndexes([
        { key: { account: 1, domain: 1 } },
        { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
      ]);
    },
    /** Ids are `<account>:<domain>`. */
    async record(ids: readonly string[], at: Date) {
      const expiresAt = new Date(at.getTime() + lifetimeMs);
      const updates = ids.map((_id) => {
        const colon = _id.indexOf(':');
        const owner = { account: _id.slice(0, colon), domain: _id.slice(colon + 1) };
        return { updateOne: { filter: { _id }, update: { $set: { ...owner, expiresAt } }, upsert: true } };
      });
      if (updates.length > 0) await domains.bulkWrite(updates, { ordered: false });
    },
    /** Those of an account with a label that begins with this text. */
    async find(account: string, text: string, limit: number): Promise<string[]> {
      const begins = `(?:^|[.-])${text.replace(/[^a-z0-9]/gi, '\\$&')}`;
      const found = domains.find({ account, domain: { $regex: begins } }, { projection: { domain: 1 } });
      return (await found.limit(limit).toArray()).map(({ domain }) => domain);
    },
    async removeOf(account: string) {
      await domains.deleteMany({ account });
    },
  };
}
