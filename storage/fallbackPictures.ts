import { Binary, type Db } from 'mongodb';

interface Spare {
  /** The object's name. */
  _id: string;
  body: Binary;
  expiresAt: Date;
}

/** Longer than people let an object store be away; what is asked for after that is made again. */
const lifeMs = 24 * 60 * 60 * 1000;

export type Spares = ReturnType<typeof sparesIn>;

/** Pictures that were made while the object store was away. */
export function sparesIn(db: Db) {
  const spares = db.collection<Spare>('spares');
  return {
    async prepare() {
      await spares.createIndex({ expiresAt: 1 }, { expireAfterSeconds: 0 });
    },
    async put(name: string, body: Buffer) {
      const spare = { body: new Binary(body), expiresAt: new Date(Date.now() + lifeMs) };
      await spares.updateOne({ _id: name }, { $set: spare }, { upsert: true });
    },
    async get(name: string): Promise<Buffer | undefined> {
      const found = await spares.findOne({ _id: name });
      return found ? Buffer.from(found.body.buffer) : undefined;
    },
  };
}
