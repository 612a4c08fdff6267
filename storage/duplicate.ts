import { MongoServerError } from 'mongodb';

/** Somebody else has written a document of that id, or of that unique field, before. */
export const isDuplicate = (error: unknown) => error instanceof MongoServerError && error.code === 11_000;
