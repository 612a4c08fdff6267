import { MongoError, MongoErrorLabel, MongoNetworkError, MongoServerError, MongoServerSelectionError } from 'mongodb';
import { Failure } from '../contracts/failures.ts';

/** Error codes of a connection to the object store that breaks or cannot be made. */
const connectionErrors = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND'];

/** The client's message after the object store kept answering 503; it keeps nothing else of the answer. */
const retriesExhausted = /^Request failed after \d+ retries: /;

/** Error codes of a database server that is starting, stopping or no longer the primary. */
const stateChangeCodes = [
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

/** Labels by which the server and the driver mark an operation that may be retried as a whole. */
const retryableLabels = [
  MongoErrorLabel.RetryableWriteError,
  MongoErrorLabel.TransientTransactionError,
  MongoErrorLabel.UnknownTransactionCommitResult,
];

/** The failure to report if an error means that the database or the object store is unreachable; else undefined. */
export function outageOf(error: unknown): Failure | undefined {
  if (error instanceof MongoError)
    return isDatabaseDown(error)
      ? new Failure('StorageDown', 'The database is not reachable just now; please try again.', { cause: error })
      : undefined;
  if (error instanceof Error && isObjectStoreDown(error))
    return new Failure('StorageDown', 'A store of ours is not reachable just now; please try again.', {
      cause: error,
    });
  return undefined;
}

function isDatabaseDown(error: MongoError): boolean {
  if (error instanceof MongoServerSelectionError || error instanceof MongoNetworkError) return true;
  if (stateChangeCodes.includes(Number(error.code)) || retryableLabels.some((label) => error.hasErrorLabel(label)))
    return true;
  // A bulk write wraps the error in one of its own, without the labels.
  const wrapped: unknown = error instanceof MongoServerError ? error.errorResponse : undefined;
  return wrapped instanceof MongoError && isDatabaseDown(wrapped);
}

function isObjectStoreDown(error: Error): boolean {
  return ('code' in error && connectionErrors.includes(String(error.code))) || retriesExhausted.test(error.message);
}
