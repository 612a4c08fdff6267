import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import type { Job } from '../../storage/jobs.ts';
import { monthOf } from '../../storage/ledger.ts';
import { newJob } from '../support/storage.ts';
import { completedPage } from './settledPages.ts';
import { openTestStorage } from './testStorage.ts';

const hourMs = 60 * 60 * 1000;
const { storage, db, close } = await openTestStorage();
afterAll(close);
const { batches, jobs, urls, ledger } = storage;

/** A job with one settled page and its URL list, of whose time that much is left. */
async function jobWithTimeLeft(leftMs: number): Promise<Job> {
  const expiresAt = new Date(Date.now() + leftMs);
  const createdAt = new Date(expiresAt.getTime() - 24 * hourMs);
  const job = await batches.open(newJob(randomUUID(), { total: 2, createdAt, expiresAt }), { allowance: null });
  await urls.store({
    account: job.account,
    job: job._id,
    round: 0,
    chunkSize: 1,
    entries: [{ index: 0, url: 'http://a.example/' }],
    expiresAt,
  });
  await batches.settle(job, [completedPage(0)]);
  return job;
}

/** In hours from now: when the job, its pages and its URL list expire. */
async function hoursLeft({ _id: id }: Job): Promise<number[]> {
  const [job, page, list] = await Promise.all([
    jobs.find(id),
    db.collection('pages').findOne({ job: id }),
    db.collection<{ _id: string; expiresAt: Date }>('urls').findOne({ _id: `${id}:0:0` }),
  ]);
  return [job, page, list].map((each) => Math.round((each?.['expiresAt'].getTime() - Date.now()) / hourMs));
}

describe('a running job', () => {
  it('is kept with its pages and its URL list for another day when half a day is left', async () => {
    const job = await jobWithTimeLeft(11 * hourMs);
    const kept = await batches.keepAlive(job);
    expect(await hoursLeft(job)).toEqual([24, 24, 24]);
    expect(kept.expiresAt).toEqual((await jobs.find(job._id))?.expiresAt);
  });

  it('is left alone while there is time', async () => {
    const job = await jobWithTimeLeft(13 * hourMs);
    await batches.keepAlive(job);
    expect(await hoursLeft(job)).toEqual([13, 13, 13]);
  });

  it('is there for its owner after its time, and the database does not remove it', async () => {
    const job = await jobWithTimeLeft(-hourMs);
    expect(await jobs.findOwn(job._id, job.account)).not.toBeNull();
    expect(await jobs.ofAccount(job.account, { offset: 0, limit: 1 })).toHaveLength(1);
    const expiry = (await db.collection('jobs').indexes()).filter(
      ({ expireAfterSeconds }) => expireAfterSeconds !== undefined,
    );
    expect(expiry).toEqual([expect.objectContaining({ partialFilterExpression: { finishedAt: { $exists: true } } })]);
  });
});

describe('a job that ends', () => {
  it('after its time is kept for a day, and its credits are settled', async () => {
    const job = await jobWithTimeLeft(-hourMs);
    await batches.finish(job._id, 0);
    expect(await hoursLeft(job)).toEqual([24, 24, 24]);
    expect(await ledger.balance(job.account, monthOf(new Date()))).toMatchObject({ used: 1, reserved: 0 });
  });

  it('by being cancelled after its time is kept as well', async () => {
    const job = await jobWithTimeLeft(-hourMs);
    await batches.cancel(job._id);
    expect((await hoursLeft(job))[0]).toBe(23);
    await batches.finish(job._id, 0);
    expect(await hoursLeft(job)).toEqual([24, 24, 24]);
  });

  it('soon keeps the time that it was given', async () => {
    const job = await jobWithTimeLeft(24 * hourMs);
    await batches.finish(job._id, 0);
    expect(await hoursLeft(job)).toEqual([24, 24, 24]);
    expect((await jobs.find(job._id))?.expiresAt).toEqual(job.expiresAt);
  });
});

describe('jobs of an earlier version', () => {
  it('lose the index by which running jobs expired', async () => {
    await db.collection('jobs').createIndex({ expiresAt: 1 }, { expireAfterSeconds: 0 });
    await storage.prepare();
    const names = (await db.collection('jobs').indexes()).map(({ name }) => name);
    expect(names).not.toContain('expiresAt_1');
    expect(names).toContain('endedJobsExpiry');
  });
});

describe('the open jobs of an account', () => {
  it('never exceed its limit, however many are opened at once', async () => {
    const account = randomUUID();
    const opening = Array.from({ length: 8 }, () =>
      batches.open(newJob(randomUUID(), { account }), { allowance: null, openJobs: 3 }),
    );
    const outcomes = await Promise.allSettled(opening);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.kind] : []));
    expect(new Set(refusals)).toEqual(new Set(['TooManyRequests']));
    expect(await ledger.balance(account, monthOf(new Date()))).toMatchObject({ reserved: 21 });
  });
});
