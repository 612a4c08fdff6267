import { MongoError, MongoErrorLabel, MongoNetworkError, MongoServerError, MongoServerSelectionError } from 'mongodb';
import { Failure } from '../contracts/failures.ts';

/** How a connection to the object store breaks, or does not come about. */
const brokenConnection = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND'];

/** The client's words when the object store itself says "later": it keeps no more than them. */
const toldLater = /^Request failed after \d+ retries: /;

/** What a database server says while it starts, stops, or is no longer the one that takes writes. */
const changingState = [
  91, // ShutdownInProgress
  134, // ReadConcernMajorityNotAvailableYet
  189, // PrimarySteppedDown
  246, // SnapshotUnavailable
  10107, // NotWritablePrimary
  11600, // InterruptedAtShutdown
  11602, // InterruptedDueToReplStateChange
  13435, // NotPrimaryNoSecondaryOk
  13436, // NotPrimaryOrSecondary
];

/** How the server and the driver mark what is worth trying again from its beginning. */
const worthAnotherTry = [
  MongoErrorLabel.RetryableWriteError,
  MongoErrorLabel.TransientTransactionError,
  MongoErrorLabel.UnknownTransactionCommitResult,
];

/** The failure behind an error that says the database or the object store is away; undefined for any other. */
export function outageOf(error: unknown): Failure | undefined {
  if (error instanceof MongoError)
    return databaseIsAway(error)
      ? new Failure('StorageDown', 'The database is not reachable just now; please try again.', { cause: error })
      : undefined;
  if (error instanceof Error && objectStoreIsAway(error))
    return new Failure('StorageDown', 'A store of ours is not reachable just now; please try again.', {
      cause: error,
    });
  return undefined;
}

function databaseIsAway(error: MongoError): boolean {
  if (error instanceof MongoServerSelectionError || error instanceof MongoNetworkError) return true;
  if (changingState.includes(Number(error.code)) || worthAnotherTry.some((label) => error.hasErrorLabel(label)))
    return true;
  // A bulk write hides what went wrong behind an error of its own, without its labels.
  const hidden: unknown = error instanceof MongoServerError ? error.errorResponse : undefined;
  return hidden instanceof MongoError && databaseIsAway(hidden);
}

function objectStoreIsAway(error: Error): boolean {
  return ('code' in error && brokenConnection.includes(String(error.code))) || toldLater.test(error.message);
}
