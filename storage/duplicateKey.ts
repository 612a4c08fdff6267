import { MongoServerError } from 'mongodb';

const duplicateKeyCode = 11_000;

/** Whether a write failed because a document with that id, or that unique field, already exists. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === duplicateKeyCode;
}
