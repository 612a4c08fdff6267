import { randomUUID } from 'node:crypto';
import { type Db, MongoClient } from 'mongodb';
import { inject } from 'vitest';
import { readSettings, type Settings } from '../../runtime/settings.ts';
import { openStorage, type Storage } from '../../storage/storage.ts';
import { testSecretsKeys } from '../support/keyrings.ts';
import { type ObjectStoreServer, startObjectStoreServer } from './objectStoreServer.ts';

export interface TestStorage {
  storage: Storage;
  settings: Settings;
  /** What only a look into the database shows, or an earlier version wrote. */
  client: MongoClient;
  db: Db;
  objectStore: ObjectStoreServer;
  close(): Promise<void>;
}

/** The address of a new database on the tests' mongod. */
export function newDatabaseUri(): string {
  const uri = new URL(inject('mongodUri'));
  uri.pathname = `/test-${randomUUID()}`;
  return uri.href;
}

/** Storage as a service opens it, with a database and an object store of its own. */
export async function openTestStorage(): Promise<TestStorage> {
  const objectStore = await startObjectStoreServer();
  const settings = readSettings({
    MONGODB_URI: newDatabaseUri(),
    MINIO_ENDPOINT: objectStore.address,
    SECRETS_KEYS: testSecretsKeys,
  });
  const storage = openStorage(settings);
  const client = new MongoClient(settings.MONGODB_URI);
  await storage.prepare();
  return {
    storage,
    settings,
    client,
    db: client.db(),
    objectStore,
    async close() {
      await Promise.all([storage.close(), client.close()]);
      await objectStore.close();
    },
  };
}

export function times<T>(count: number, step: (at: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, at) => step(at)));
}

/** A whole number from `min` to `max`. */
export function randomInteger(min: number, max: number): number {
  return min + Math.floor(Math.random() * (max - min + 1));
}
