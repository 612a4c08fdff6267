import { Binary, type Db } from 'mongodb';

interface FallbackPicture {
  /** The name of the object that it stands in for. */
  _id: string;
  body: Binary;
  expiresAt: Date;
}

/** Longer than an outage of the object store lasts; after that a picture is made again on request. */
const lifetimeMs = 24 * 60 * 60 * 1000;

export type FallbackPictures = ReturnType<typeof fallbackPicturesIn>;

/** Pictures that were made while the object store was unreachable. */
export function fallbackPicturesIn(db: Db) {
  const fallbackPictures = db.collection<FallbackPicture>('fallbackPictures');
  return {
    async prepare() {
      await fallbackPictures.createIndex({ expiresAt: 1 }, { expireAfterSeconds: 0 });
    },
    async put(name: string, body: Buffer) {
      const picture = { body: new Binary(body), expiresAt: new Date(Date.now() + lifetimeMs) };
      await fallbackPictures.updateOne({ _id: name }, { $set: picture }, { upsert: true });
    },
    async get(name: string): Promise<Buffer | undefined> {
      const found = await fallbackPictures.findOne({ _id: name });
      return found ? Buffer.from(found.body.buffer) : undefined;
    },
  };
}
