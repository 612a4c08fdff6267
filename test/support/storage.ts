import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { readSettings } from '../../runtime/settings.ts';
import type { Job } from '../../storage/jobs.ts';
import { openStorage } from '../../storage/storage.ts';

/** The stack's own storage, for what cannot be seen or prepared over HTTP. */
export function openStackStorage() {
  return openStorage(readSettings(inject('env')));
}

/** A job as it stands in storage when it has just been asked for. */
export function newJob(account: string, given: Partial<Job> = {}): Job {
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
    options: {} as Job['options'],
    frontier: 0,
    retries: 0,
    createdAt: new Date(),
    expiresAt: new Date(Date.now() + 60_000),
    ...given,
  };
}
