import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import type { Job } from '../../storage/jobs.ts';
import { monthOf } from '../../storage/ledger.ts';
import { newJob } from '../support/storage.ts';
import { completedPage, failedPage, pageUrl, urlsOf } from './settledPages.ts';
import { openTestStorage, times } from './testStorage.ts';

const { storage, db, close } = await openTestStorage();
afterAll(close);
const { batches, jobs, ledger, pages, events } = storage;

async function openJob(fields: Partial<Job> = {}): Promise<Job> {
  return batches.open(newJob(randomUUID(), fields), { allowance: null });
}

async function findJob(id: string): Promise<Job> {
  const job = await jobs.find(id);
  if (!job) throw new Error(`there is no job ${id}`);
  return job;
}

function balanceOf({ account }: Job) {
  return ledger.balance(account, monthOf(new Date()));
}

async function viewedUrls({ _id, account }: Job): Promise<string[]> {
  const view = await batches.view(_id, account, { offset: 0, limit: 100 });
  return urlsOf(view?.items ?? []);
}

async function eventsOf({ _id }: Job): Promise<string[]> {
  const found = await events.ofJob(_id, { limit: 100 });
  return found.map(({ type, index }) => (index === undefined ? type : `${type} ${index}`)).sort();
}

describe('opening a batch', () => {
  it('stores the job and reserves one credit for each page', async () => {
    const job = await openJob({ total: 7 });
    expect(await findJob(job._id)).toEqual(job);
    expect(await balanceOf(job)).toMatchObject({ used: 0, reserved: 7 });
  });

  it('changes nothing when it is repeated', async () => {
    const job = await openJob();
    await batches.settle(job, [completedPage(0)]);
    await times(3, () => batches.open(job, { allowance: null }));
    expect(await findJob(job._id)).toMatchObject({ completed: 1 });
    expect(await balanceOf(job)).toMatchObject({ reserved: 7 });
  });

  it('stores no job when the allowance does not cover its pages', async () => {
    const job = newJob(randomUUID(), { total: 8 });
    await expect(batches.open(job, { allowance: 7 })).rejects.toMatchObject({ kind: 'NotEnoughCredits' });
    expect(await jobs.find(job._id)).toBeNull();
  });

  it('fails after its deadline, and reserves nothing', async () => {
    const job = newJob(randomUUID());
    const late = batches.open(job, { allowance: null, until: Date.now() - 1 });
    await expect(late).rejects.toMatchObject({ kind: 'DependencyDown' });
    expect(await jobs.find(job._id)).toBeNull();
    expect(await balanceOf(job)).toMatchObject({ reserved: 0 });
  });

  it('succeeds after its deadline when the job is stored already', async () => {
    const job = await openJob();
    expect(await batches.open(job, { allowance: null, until: Date.now() - 1 })).toEqual(job);
  });

  it('returns the one job of an idempotency key to all of six parallel requests, and reserves its credits once', async () => {
    const account = randomUUID();
    const idempotency = { key: 'again', body: 'hash' };
    const opened = await times(6, () => batches.open(newJob(account, { idempotency }), { allowance: null }));
    const [first] = opened;
    if (!first) throw new Error('no job was opened');
    expect(new Set(opened.map(({ _id }) => _id))).toEqual(new Set([first._id]));
    expect(await balanceOf(first)).toMatchObject({ reserved: 7 });
    expect(await jobs.ofAccount(account, { offset: 0, limit: 10 })).toHaveLength(1);
  });

  it('makes two jobs when two accounts use the same idempotency key', async () => {
    const idempotency = { key: 'again', body: 'hash' };
    const [one, other] = [await openJob({ idempotency }), await openJob({ idempotency })];
    expect(one._id).not.toBe(other._id);
  });
});

describe('an opening whose outcome is unknown', () => {
  it('is kept when the job has an idempotency key, by which its caller finds it', async () => {
    const job = await openJob({ idempotency: { key: 'again', body: 'hash' } });
    expect(await batches.keepOpened(job._id, 0)).toBe(true);
    expect(await findJob(job._id)).toMatchObject({ status: 'scraping' });
    expect(await balanceOf(job)).toMatchObject({ reserved: 7 });
  });

  it('is withdrawn with its credits when the job has no idempotency key, and the repetition finds it withdrawn', async () => {
    const job = await openJob();
    expect(await batches.keepOpened(job._id, 0)).toBe(false);
    expect(await batches.keepOpened(job._id, 0)).toBe(false);
    expect(await findJob(job._id)).toMatchObject({ status: 'cancelled' });
    expect(await balanceOf(job)).toMatchObject({ used: 0, reserved: 0 });
  });

  it('is not kept when the job was never stored, or when another round is open', async () => {
    expect(await batches.keepOpened(randomUUID(), 0)).toBe(false);
    const job = await openJob({ idempotency: { key: 'again', body: 'hash' } });
    expect(await batches.keepOpened(job._id, 1)).toBe(false);
    expect(await findJob(job._id)).toMatchObject({ status: 'scraping' });
  });

  it('of a retry is kept, because its caller knows the job', async () => {
    const job = await openJob();
    await batches.settle(job, [failedPage(0)]);
    await batches.finish(job._id, 0);
    await batches.reopen(job._id, { round: 1, failed: 1, allowance: null });
    expect(await batches.keepOpened(job._id, 1)).toBe(true);
    expect(await findJob(job._id)).toMatchObject({ status: 'scraping' });
  });
});

describe('settling pages', () => {
  it('counts a page once, whether it is repeated later, in the same call or at the same moment', async () => {
    const job = await openJob();
    const settle = (...indexes: number[]) =>
      batches.settle(
        job,
        indexes.map((index) => completedPage(index)),
      );
    await settle(0);
    await settle(0, 1, 1, 2);
    const answers = await Promise.all([settle(3, 4), settle(4, 3), settle(3, 4, 5, 5), settle(5, 3)]);
    expect(answers).toEqual([true, true, true, true]);
    expect(await findJob(job._id)).toMatchObject({ completed: 6, failed: 0, creditsUsed: 6 });
    expect(await viewedUrls(job)).toEqual([0, 1, 2, 3, 4, 5].map(pageUrl));
  });

  it('keeps the first outcome of a page', async () => {
    const job = await openJob();
    await batches.settle(job, [failedPage(0)]);
    await batches.settle(job, [completedPage(0)]);
    expect(await findJob(job._id)).toMatchObject({ completed: 0, failed: 1, creditsUsed: 0 });
    expect(await pages.find(job._id, 0)).toMatchObject({ error: 'The site did not answer.' });
  });

  it('keeps the counters equal to the items while many workers settle, and every view shows them equal', async () => {
    const job = await openJob({ total: 36 });
    let isDone = false;
    const views: { counted: number; listed: number }[] = [];
    async function watch() {
      while (!isDone) {
        const view = await batches.view(job._id, job.account, { offset: 0, limit: 100 });
        if (view) views.push({ counted: view.job.completed + view.job.failed, listed: view.items.length });
      }
    }
    const watching = watch();
    await times(12, (at) =>
      batches.settle(job, [completedPage(at * 3), failedPage(at * 3 + 1), completedPage(at * 3 + 2)]),
    );
    isDone = true;
    await watching;
    expect(views.length).toBeGreaterThan(1);
    for (const { counted, listed } of views) expect(listed).toBe(counted);
    expect(await findJob(job._id)).toMatchObject({ completed: 24, failed: 12, creditsUsed: 24 });
    expect(await viewedUrls(job)).toEqual(Array.from({ length: 36 }, (_, at) => pageUrl(at)));
  });

  it('counts every position of a repeated URL', async () => {
    const job = await openJob();
    await batches.settle(job, [{ ...completedPage(0), also: [2, 5] }]);
    expect(await findJob(job._id)).toMatchObject({ completed: 3, creditsUsed: 3 });
  });

  it.each(['cancelled', 'completed', 'failed'] as const)('changes nothing in a %s job and says so', async (status) => {
    const job = await openJob({ webhook: { url: 'http://hooks.example' } });
    await batches.settle(job, [completedPage(0)]);
    await jobs.end(job._id, status);
    expect(await batches.settle(job, [completedPage(1), failedPage(2)])).toBe(false);
    expect(await findJob(job._id)).toMatchObject({ status, completed: 1, failed: 0, creditsUsed: 1 });
    expect(await viewedUrls(job)).toEqual([pageUrl(0)]);
    expect(await eventsOf(job)).toEqual(['page 0', 'started']);
  });
});

describe('finishing a batch', () => {
  it('charges its completed pages and releases the other credits', async () => {
    const job = await openJob({ total: 7 });
    await batches.settle(job, [completedPage(0), completedPage(1), failedPage(2)]);
    expect(await batches.finish(job._id, 0)).toEqual({ operation: 'batch', charged: 2, released: 5 });
    expect(await balanceOf(job)).toMatchObject({ used: 2, reserved: 0, byOperation: { batch: 2 } });
    expect(await findJob(job._id)).toMatchObject({ status: 'completed', finishedAt: expect.any(Date) });
  });

  it('changes nothing when it is repeated, later or at the same moment', async () => {
    const job = await openJob({ webhook: { url: 'http://hooks.example' } });
    await batches.settle(job, [completedPage(0)]);
    const settled = await times(4, () => batches.finish(job._id, 0));
    expect(settled.filter((each) => each !== undefined)).toEqual([{ operation: 'batch', charged: 1, released: 6 }]);
    const finished = await findJob(job._id);
    expect(await batches.finish(job._id, 0)).toBeUndefined();
    expect(await findJob(job._id)).toEqual(finished);
    expect(await balanceOf(job)).toMatchObject({ used: 1, reserved: 0 });
    expect(await eventsOf(job)).toEqual(['completed', 'page 0', 'started']);
  });

  it('makes the job failed when no page was completed, and charges nothing', async () => {
    const job = await openJob();
    await batches.settle(job, [failedPage(0)]);
    await batches.finish(job._id, 0);
    expect(await findJob(job._id)).toMatchObject({ status: 'failed' });
    expect(await balanceOf(job)).toMatchObject({ used: 0, reserved: 0 });
  });

  it('moves the frontier to the end when every page is settled, and only then', async () => {
    const [whole, partial] = [await openJob({ total: 2 }), await openJob({ total: 3 })];
    for (const job of [whole, partial]) {
      await batches.settle(job, [completedPage(0), failedPage(1)]);
      await batches.finish(job._id, 0);
    }
    expect(await findJob(whole._id)).toMatchObject({ frontier: 2 });
    expect(await findJob(partial._id)).toMatchObject({ frontier: 0 });
  });

  it('leaves a cancelled job cancelled, and charges the pages completed until then', async () => {
    const job = await openJob({ webhook: { url: 'http://hooks.example', events: ['cancelled'] } });
    await batches.settle(job, [completedPage(0), completedPage(1)]);
    await jobs.end(job._id, 'cancelled');
    await batches.finish(job._id, 0);
    expect(await findJob(job._id)).toMatchObject({ status: 'cancelled', creditsUsed: 2 });
    expect(await balanceOf(job)).toMatchObject({ used: 2, reserved: 0 });
    expect(await eventsOf(job)).toEqual(['cancelled']);
  });

  it('of a job that does not exist changes nothing', async () => {
    expect(await batches.finish(randomUUID(), 0)).toBeUndefined();
  });
});

describe('reopening a batch', () => {
  /** A finished job with two completed and three failed pages. */
  async function finishedJob(fields: Partial<Job> = {}): Promise<Job> {
    const job = await openJob({ total: 5, ...fields });
    await batches.settle(job, [completedPage(0), failedPage(1), failedPage(2), completedPage(3), failedPage(4)]);
    await batches.finish(job._id, 0);
    return job;
  }

  it('removes the failed pages, keeps the completed ones, and reserves credits for the failed ones', async () => {
    const job = await finishedJob();
    await batches.reopen(job._id, { round: 1, failed: 3, allowance: null });
    expect(await viewedUrls(job)).toEqual([pageUrl(0), pageUrl(3)]);
    const reopened = await findJob(job._id);
    expect(reopened).toMatchObject({ status: 'scraping', completed: 2, failed: 0, creditsUsed: 2, retries: 1 });
    expect(reopened).not.toHaveProperty('finishedAt');
    expect(await balanceOf(job)).toMatchObject({ used: 2, reserved: 3 });
  });

  it('leads to a second settlement that charges only the pages of the new round', async () => {
    const job = await finishedJob();
    await batches.reopen(job._id, { round: 1, failed: 3, allowance: null });
    await batches.settle(await findJob(job._id), [completedPage(1), failedPage(2), completedPage(4)]);
    expect(await batches.finish(job._id, 1)).toEqual({ operation: 'batch', charged: 2, released: 1 });
    expect(await findJob(job._id)).toMatchObject({ status: 'completed', completed: 4, failed: 1, creditsUsed: 4 });
    expect(await balanceOf(job)).toMatchObject({ used: 4, reserved: 0 });
    expect(await viewedUrls(job)).toEqual([0, 1, 2, 3, 4].map(pageUrl));
  });

  it('changes nothing when it is repeated, later or at the same moment', async () => {
    const job = await finishedJob();
    const reopen = () => batches.reopen(job._id, { round: 1, failed: 3, allowance: null });
    await times(4, reopen);
    await batches.settle(await findJob(job._id), [failedPage(1)]);
    await reopen();
    expect(await findJob(job._id)).toMatchObject({ status: 'scraping', failed: 1, retries: 1 });
    expect(await balanceOf(job)).toMatchObject({ used: 2, reserved: 3 });
    await batches.finish(job._id, 1);
    await reopen();
    expect(await findJob(job._id)).toMatchObject({ status: 'completed', failed: 1, retries: 1 });
  });

  it('of a cancelled job leaves gaps, over which its items are listed page by page without repetition', async () => {
    const job = await openJob({ total: 7 });
    await batches.settle(job, [completedPage(0), failedPage(3), failedPage(5)]);
    await batches.cancel(job._id);
    await batches.finish(job._id, 0);
    await batches.reopen(job._id, { round: 1, failed: 2, allowance: null });
    await batches.settle(await findJob(job._id), [completedPage(3), completedPage(5)]);
    await batches.finish(job._id, 1);
    const listed = await times(4, async (offset) => {
      const view = await batches.view(job._id, job.account, { offset, limit: 1 });
      return urlsOf(view?.items ?? []);
    });
    expect(listed).toEqual([[pageUrl(0)], [pageUrl(3)], [pageUrl(5)], []]);
  });

  it('fails without credits for the failed pages, and keeps the job as it was', async () => {
    const job = await finishedJob();
    const before = await findJob(job._id);
    const reopening = batches.reopen(job._id, { round: 1, failed: 3, allowance: 4 });
    await expect(reopening).rejects.toMatchObject({ kind: 'NotEnoughCredits' });
    expect(await findJob(job._id)).toEqual(before);
    expect(await viewedUrls(job)).toHaveLength(5);
  });
});

describe('the view of a batch', () => {
  it('is empty for another account and for an expired job', async () => {
    const job = await openJob();
    const expired = await openJob({ status: 'completed', expiresAt: new Date(Date.now() - 1) });
    const range = { offset: 0, limit: 10 };
    expect(await batches.view(job._id, randomUUID(), range)).toBeUndefined();
    expect(await batches.view(expired._id, expired.account, range)).toBeUndefined();
    expect(await batches.view(job._id, job.account, range)).toEqual({ job, items: [] });
  });
});

describe('the events of a batch', () => {
  it('are only those that its webhook subscribes to', async () => {
    const job = await openJob({ webhook: { url: 'http://hooks.example', events: ['started', 'failed'] } });
    await batches.settle(job, [failedPage(0)]);
    await batches.finish(job._id, 0);
    expect(await eventsOf(job)).toEqual(['failed', 'started']);
  });

  it('are none without a webhook', async () => {
    const job = await openJob();
    await batches.settle(job, [completedPage(0)]);
    await batches.finish(job._id, 0);
    expect(await eventsOf(job)).toEqual([]);
  });

  it('are told apart by their round', async () => {
    const job = await openJob({ webhook: { url: 'http://hooks.example', events: ['page', 'failed'] } });
    await batches.settle(job, [failedPage(0)]);
    await batches.finish(job._id, 0);
    await batches.reopen(job._id, { round: 1, failed: 1, allowance: null });
    await batches.settle(await findJob(job._id), [failedPage(0)]);
    await batches.finish(job._id, 1);
    expect(await eventsOf(job)).toEqual(['failed', 'failed', 'page 0', 'page 0']);
  });
});

describe('the jobs of one account', () => {
  it('change its balance one after the other, so that none has to be repeated', async () => {
    await db.setProfilingLevel('all');
    const account = randomUUID();
    const first = await openJob({ account });
    const opened = await times(60, () => openJob({ account }));
    await times(opened.length, async (at) => {
      const job = opened[at];
      if (job) await batches.finish(job._id, 0);
    });
    await db.setProfilingLevel('off');
    expect(await balanceOf(first)).toMatchObject({ reserved: first.total });
    const changes = { ns: `${db.databaseName}.balances`, op: 'update' };
    const found = await db
      .collection('system.profile')
      .find({ ...changes, 'command.q._id': { $regex: account } })
      .toArray();
    // The first one of the account creates the balance, which takes two more.
    expect(found).toHaveLength(2 * opened.length + 3);
  });
});
