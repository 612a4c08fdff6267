import { MongoClient, type MongoClientOptions } from 'mongodb';
import type { Settings } from '../runtime/settings.ts';
import './driverPatch.ts';

/** For work that must not get lost: a write is confirmed once it would survive the end of the server. */
export function openMongoClient(settings: Settings, options?: MongoClientOptions): MongoClient {
  const { MONGODB_URI, MONGODB_TLS_CA: ca } = settings;
  return new MongoClient(MONGODB_URI, {
    // What the address alone cannot say about an encrypted connection.
    ...(ca !== undefined && { ca }),
    writeConcern: { w: 'majority', journal: true },
    ...options,
  });
}
