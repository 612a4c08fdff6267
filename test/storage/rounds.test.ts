import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import type { Job } from '../../storage/jobs.ts';
import { monthOf } from '../../storage/ledger.ts';
import { newJob } from '../support/storage.ts';
import { completedPage, failedPage } from './settledPages.ts';
import { openTestStorage } from './testStorage.ts';

const { storage, db, close } = await openTestStorage();
afterAll(close);
const { batches, jobs, ledger, events } = storage;

function balanceOf({ account }: Job) {
  return ledger.balance(account, monthOf(new Date()));
}

/** A job of seven pages of which one worked and two failed before it was cancelled; its round has not ended yet. */
async function cancelledJob(): Promise<Job> {
  const job = await batches.open(newJob(randomUUID(), { webhook: { url: 'http://site.example/' } }), {
    allowance: null,
  });
  await batches.settle(job, [completedPage(0), failedPage(1), failedPage(2)]);
  await batches.cancel(job._id);
  return job;
}

describe('a retry right after a cancellation', () => {
  it('is not ended or settled by the end of the cancelled round', async () => {
    const job = await cancelledJob();
    await batches.reopen(job._id, { round: 1, failed: 2, allowance: null });
    await batches.finish(job._id, 0);
    const reopened = await jobs.find(job._id);
    expect(reopened).toMatchObject({ status: 'scraping', completed: 1, failed: 0, retries: 1 });
    expect(await balanceOf(job)).toMatchObject({ used: 1, reserved: 2 });

    if (reopened) await batches.settle(reopened, [completedPage(1), completedPage(2)]);
    await batches.finish(job._id, 1);
    expect(await jobs.find(job._id)).toMatchObject({ status: 'completed', completed: 3, creditsUsed: 3 });
    expect(await balanceOf(job)).toMatchObject({ used: 3, reserved: 0 });
  });

  it('accepts no pages that a worker of the cancelled round still reads', async () => {
    const job = await cancelledJob();
    await batches.reopen(job._id, { round: 1, failed: 2, allowance: null });
    expect(await batches.settle(job, [completedPage(3)])).toBe(false);
    expect(await jobs.find(job._id)).toMatchObject({ completed: 1, creditsUsed: 1 });
    expect(await storage.pages.find(job._id, 3)).toBeUndefined();
  });

  it('leaves the event of the cancellation to be delivered, once', async () => {
    const job = await cancelledJob();
    await batches.reopen(job._id, { round: 1, failed: 2, allowance: null });
    await batches.finish(job._id, 0);
    const types = (await events.ofJob(job._id, { limit: 100 })).map(({ type }) => type);
    expect(types.filter((type) => type === 'cancelled')).toHaveLength(1);
  });
});

describe('the reservation of a batch', () => {
  it('is released when the job itself is gone', async () => {
    const job = await batches.open(newJob(randomUUID()), { allowance: null });
    await db.collection<{ _id: string }>('jobs').deleteOne({ _id: job._id });
    await batches.finish(job._id, 0);
    expect(await balanceOf(job)).toMatchObject({ used: 0, reserved: 0 });
  });
});
