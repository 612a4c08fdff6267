import { MongoNetworkError, MongoServerSelectionError } from 'mongodb';
import { Failure } from '../contracts/failures.ts';

/** How a connection to the object store breaks, or does not come about. */
const brokenConnection = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND'];

/** The failure behind an error that says the database or the object store is away; undefined for any other. */
export function outageOf(error: unknown): Failure | undefined {
  if (error instanceof MongoServerSelectionError || error instanceof MongoNetworkError)
    return new Failure('StorageDown', 'The database is not reachable just now; please try again.', { cause: error });
  if (error instanceof Error && 'code' in error && brokenConnection.includes(String(error.code)))
    return new Failure('StorageDown', 'The object store is not reachable just now; please try again.', {
      cause: error,
    });
  return undefined;
}
