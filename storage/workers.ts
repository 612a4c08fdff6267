import type { MongoClient } from 'mongodb';
import type { Queue } from '../contracts/queues.ts';

/** A worker process that gateways can call. */
export interface ServingWorker {
  /** Of this run of the process. */
  _id: string;
  /** `http://host:port`, as gateways reach it. */
  address: string;
  queues: Queue[];
  expiresAt: Date;
}

/** A worker that dies is forgotten after this time; a living one renews its record. */
const leaseMs = 10_000;

export type Workers = ReturnType<typeof workersIn>;

/** Which worker processes there are, and where. */
export function workersIn(client: MongoClient) {
  // Not journaled: after a crash of the database every worker registers again within seconds.
  const db = client.db(undefined, { writeConcern: { w: 1, journal: false } });
  const workers = db.collection<ServingWorker>('workers');
  return {
    async prepare() {
      await workers.createIndex({ expiresAt: 1 }, { expireAfterSeconds: 0 });
    },
    /** Registers a worker, or renews its lease. */
    async register({ _id, ...worker }: Omit<ServingWorker, 'expiresAt'>) {
      const expiresAt = new Date(Date.now() + leaseMs);
      await workers.updateOne({ _id }, { $set: { ...worker, expiresAt } }, { upsert: true });
    },
    async deregister(id: string) {
      await workers.deleteOne({ _id: id });
    },
    serving: () => workers.find({ expiresAt: { $gt: new Date() } }, { readConcern: { level: 'local' } }).toArray(),
  };
}
