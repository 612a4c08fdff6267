import type { MongoClientOptions } from 'mongodb';
import type { Settings } from '../runtime/settings.ts';

/** What the address alone cannot say about an encrypted connection to MongoDB. */
export function tlsOf({ MONGODB_TLS_CA: ca }: Settings): MongoClientOptions {
  return ca === undefined ? {} : { ca };
}
