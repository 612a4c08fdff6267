import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import type { Job } from '../../storage/jobs.ts';
import { newJob } from '../support/storage.ts';
import { openTestStorage, times } from './testStorage.ts';

const { storage, close } = await openTestStorage();
afterAll(close);
const { jobs } = storage;

async function storeJob(fields: Partial<Job> & Pick<Job, 'account'>): Promise<Job> {
  return storage.batches.open(newJob(fields.account, fields), { allowance: null });
}

describe('a job', () => {
  it('is found by its own account until it expires', async () => {
    const account = randomUUID();
    const job = await storeJob({ account });
    const expired = await storeJob({ account, status: 'completed', expiresAt: new Date(Date.now() - 1) });
    expect(await jobs.findOwn(job._id, account)).toEqual(job);
    expect(await jobs.findOwn(job._id, randomUUID())).toBeNull();
    expect(await jobs.findOwn(expired._id, account)).toBeNull();
  });

  it('ends once, and only the first of several parallel endings decides the status', async () => {
    const { _id } = await storeJob({ account: randomUUID() });
    const statuses = ['cancelled', 'completed', 'failed', 'cancelled'] as const;
    const endings = await Promise.all(statuses.map((status) => jobs.end(_id, status)));
    const [ended, ...others] = endings.filter((each) => each !== null);
    expect(others).toEqual([]);
    expect(await jobs.find(_id)).toEqual(ended);
    expect(ended).toMatchObject({ finishedAt: expect.any(Date) });
  });

  it('has a frontier that only advances', async () => {
    const { _id } = await storeJob({ account: randomUUID() });
    await times(5, (at) => jobs.advanceTo(_id, 0, (at * 3) % 5));
    expect(await jobs.find(_id)).toMatchObject({ frontier: 4 });
  });
});

describe('the jobs of an account', () => {
  it('are counted, all of them and those that run, without those of others and those that have expired', async () => {
    const account = randomUUID();
    const stored = await times(3, () => storeJob({ account }));
    await jobs.end(stored[0]?._id ?? '', 'completed');
    await storeJob({ account: randomUUID() });
    await storeJob({ account, status: 'completed', expiresAt: new Date(Date.now() - 1) });
    expect(await jobs.countOf(account)).toEqual({ all: 3, running: 2 });
  });

  it('are listed newest first, without those of others and those that have expired', async () => {
    const account = randomUUID();
    const at = (minute: number) => ({ account, createdAt: new Date(Date.UTC(2026, 0, 1, 0, minute)) });
    const [old, newest, middle] = [await storeJob(at(1)), await storeJob(at(3)), await storeJob(at(2))];
    await storeJob({ account: randomUUID() });
    await storeJob({ ...at(4), status: 'completed', expiresAt: new Date(Date.now() - 1) });
    const listed = async (offset: number, limit: number) =>
      (await jobs.ofAccount(account, { offset, limit })).map(({ _id }) => _id);
    expect(await listed(0, 10)).toEqual([newest._id, middle._id, old._id]);
    expect(await listed(1, 1)).toEqual([middle._id]);
  });
});

describe('the running jobs', () => {
  it('are listed over all accounts, without those that have ended', async () => {
    const running = await storeJob({ account: randomUUID() });
    const ended = await storeJob({ account: randomUUID() });
    await jobs.end(ended._id, 'completed');
    const listed = (await jobs.running().toArray()).map(({ _id }) => _id);
    expect(listed).toContain(running._id);
    expect(listed).not.toContain(ended._id);
  });
});
