import { MongoServerError } from 'mongodb';

/** Somebody else has written a document of that id, or of that unique field, before. */
export function isDuplicate(error: unknown) {
  return error instanceof MongoServerError && error.code === 11_000;
}
