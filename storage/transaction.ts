import type { ClientSession, MongoClient } from 'mongodb';
import pLimit, { type LimitFunction } from 'p-limit';

/** Runs steps that become visible together or not at all; repeated when two transactions collide. */
export type Transaction = <T>(steps: (session: ClientSession) => Promise<T>) => Promise<T>;

export function transactionsOn(client: MongoClient): Transaction {
  return (steps) => client.withSession((session) => session.withTransaction(steps));
}

/** A transaction that changes the balance of an account. */
export type AccountTransaction = <T>(account: string, steps: (session: ClientSession) => Promise<T>) => Promise<T>;

/**
 * One at a time for each account. Of transactions that change the same record at once all but one are repeated, and of
 * those again all but one: the ends of two hundred jobs took minutes, in which the database was of use to nobody else.
 */
export function accountTransactionsOn(transaction: Transaction): AccountTransaction {
  const queues = new Map<string, LimitFunction>();
  return async (account, steps) => {
    const queue = queues.get(account) ?? pLimit(1);
    queues.set(account, queue);
    try {
      return await queue(() => transaction(steps));
    } finally {
      if (queue.activeCount + queue.pendingCount === 0) queues.delete(account);
    }
  };
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
