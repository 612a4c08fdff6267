import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { readSettings } from '../../runtime/settings.ts';
import type { Job } from '../../storage/jobs.ts';
import { openStorage, type Storage } from '../../storage/storage.ts';

/** The stack's own storage, for state that a test cannot see or prepare over HTTP. */
export function openStackStorage(): Storage {
  return openStorage(readSettings(inject('env')));
}

/** Opens the stack's storage for the duration of `use`. */
export async function withStorage<T>(use: (storage: Storage) => Promise<T>): Promise<T> {
  const storage = openStackStorage();
  try {
    return await use(storage);
  } finally {
    await storage.close();
  }
}

/** The record of a batch of seven pages, none of which is settled. */
export function newJob(account: string, fields: Partial<Job> = {}): Job {
  return {
    _id: randomUUID(),
    account,
    key: 'key',
    status: 'scraping',
    total: 7,
    completed: 0,
    failed: 0,
    creditsUsed: 0,
    creditsBefore: 0,
    options: { formats: ['markdown'] } as unknown as Job['options'],
    frontier: 0,
    retries: 0,
    createdAt: new Date(),
    expiresAt: new Date(Date.now() + 60_000),
    ...fields,
  };
}
