import { type Db, MongoClient } from 'mongodb';
import { stackEnv } from './stackEnv.ts';

/** The database of the stack, for what no operation of ours does. */
export async function withDatabase<T>(use: (db: Db) => Promise<T>): Promise<T> {
  const client = new MongoClient(stackEnv('MONGODB_URI'));
  try {
    return await use(client.db());
  } finally {
    await client.close();
  }
}
