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

/**
 * The options of a read in this session. In a snapshot session each read names the read concern itself: the driver would
 * otherwise send the client's, and the reads would see different moments.
 */
export function readIn(session: ClientSession | undefined) {
  if (!session?.snapshotEnabled) return { ...(session && { session }) };
  return { session, readConcern: { level: 'snapshot' as const } };
}
