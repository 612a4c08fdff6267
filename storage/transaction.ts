import type { ClientSession, MongoClient } from 'mongodb';

/** Runs steps that become visible together or not at all; repeated when two transactions collide. */
export type Transaction = <T>(steps: (session: ClientSession) => Promise<T>) => Promise<T>;

export function transactionsOn(client: MongoClient): Transaction {
  return (steps) => client.withSession((session) => session.withTransaction(steps));
}

/** Runs reads that all see the same moment. */
export type Snapshot = <T>(reads: (session: ClientSession) => Promise<T>) => Promise<T>;

export function snapshotsOn(client: MongoClient): Snapshot {
  return (reads) => client.withSession({ snapshot: true }, reads);
}
