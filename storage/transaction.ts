import type { ClientSession, MongoClient } from 'mongodb';

/** Runs steps that become visible together, or not at all; tried again where two of them collide. */
export type Transaction = <T>(steps: (session: ClientSession) => Promise<T>) => Promise<T>;

export const transactionsOn =
  (client: MongoClient): Transaction =>
  (steps) =>
    client.withSession((session) => session.withTransaction(steps));
