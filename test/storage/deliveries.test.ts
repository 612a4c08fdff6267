import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFetcher } from '../../activities/egress/fetch.ts';
import { createDeliverDue } from '../../activities/notify/webhooks.ts';
import { parseEgressAllow } from '../../contracts/egress/rules.ts';
import type { Job } from '../../storage/jobs.ts';
import { listenOnLoopback } from '../support/loopback.ts';
import { newJob } from '../support/storage.ts';
import { completedPage, failedPage } from './settledPages.ts';
import { openTestStorage } from './testStorage.ts';

const { storage, db, close } = await openTestStorage();
const { batches, events } = storage;
const collection = db.collection<{ _id: string; job: string }>('events');

const asked: string[] = [];
let answerWith: (id: string) => number = () => 200;
const receiver = await listenOnLoopback(
  createServer((request, response) => {
    const id = String(request.headers['x-sightread-event']);
    asked.push(id.replace(/^[^:]+:/, ''));
    request.resume().once('end', () => response.writeHead(answerWith(id)).end());
  }),
);
const fetcher = createFetcher({ rules: { allow: parseEgressAllow('127.0.0.1/32'), map: [] }, userAgent: 'test' });
afterAll(async () => {
  await fetcher.close();
  await receiver.close();
  await close();
});
const deliverDue = createDeliverDue({ storage, fetcher, metrics: { webhookTried() {} } });

function deliver(job: Job) {
  return deliverDue(job._id, new AbortController().signal);
}

beforeEach(() => {
  asked.length = 0;
  answerWith = () => 200;
});

async function openJob(fields: Partial<Job> = {}): Promise<Job> {
  const job = newJob(randomUUID(), { webhook: { url: receiver.address }, total: 3, ...fields });
  return batches.open(job, { allowance: null });
}

/** Until the test has ended nothing falls due by itself, however slow the machine is. */
function stopTheClock() {
  vi.useFakeTimers({ toFake: ['Date'] });
}
afterEach(() => void vi.useRealTimers());

async function makeDue({ _id: job }: Job) {
  await collection.updateMany({ job }, { $set: { dueAt: new Date(0) } });
}

describe('the deliveries of a job', () => {
  it('keep the order of the events, whatever the clocks of the workers say', async () => {
    const job = await openJob();
    await batches.settle(job, [completedPage(0), failedPage(1), completedPage(2)]);
    await batches.finish(job._id, 0);
    await collection.updateOne({ _id: `${job._id}:0:completed:` }, { $set: { at: new Date(0) } });
    expect(await deliver(job)).toEqual({});
    expect(asked).toEqual(['0:started:', '0:page:0', '0:page:1', '0:page:2', '0:completed:']);
  });

  it('try a dead receiver once at a time: the events behind the first one wait with it', async () => {
    stopTheClock();
    const job = await openJob();
    await batches.settle(job, [completedPage(0), completedPage(1)]);
    answerWith = () => 503;
    const { nextInMs } = await deliver(job);
    expect(nextInMs).toBeGreaterThan(0);
    await deliver(job);
    expect(asked).toEqual(['0:started:']);

    await makeDue(job);
    await deliver(job);
    expect(asked).toEqual(['0:started:', '0:started:']);
    answerWith = () => 200;
    await makeDue(job);
    await deliver(job);
    expect(asked.slice(2)).toEqual(['0:started:', '0:page:0', '0:page:1']);
  });

  it('attempt an event once when two workers deliver at the same time', async () => {
    const job = await openJob();
    await Promise.all([deliver(job), deliver(job), deliver(job)]);
    expect(asked).toEqual(['0:started:']);
  });

  it('return at once while the job runs, with the time after which to look again', async () => {
    const job = await openJob();
    expect((await deliver(job)).nextInMs).toBeGreaterThanOrEqual(1_000);
    await collection.updateMany({ job: job._id }, { $set: { at: new Date(Date.now() - 60_000) } });
    expect(await deliver(job)).toEqual({ nextInMs: 10_000 });
    const endOnly = await openJob({ webhook: { url: receiver.address, events: ['completed'] } });
    expect(await deliver(endOnly)).toEqual({ nextInMs: 60_000 });
  });

  it('are given up after a day, together with all that has waited behind', async () => {
    const job = await openJob();
    await batches.settle(job, [completedPage(0)]);
    await collection.updateMany({ job: job._id }, { $set: { retryUntil: new Date(Date.now() - 1) } });
    await batches.cancel(job._id);
    answerWith = (id) => (id.endsWith(':cancelled:') ? 200 : 500);
    expect(await deliver(job)).toEqual({});
    // The event of today is not given up with them.
    expect(asked).toEqual(['0:started:', '0:cancelled:']);
    const states = (await events.ofJob(job._id, { limit: 10 })).map(({ type, state }) => `${type} ${state}`);
    expect(states.sort()).toEqual(['cancelled delivered', 'page given up', 'started given up']);
  });

  it('record each attempt with its answer, or why there was none', async () => {
    stopTheClock();
    const job = await openJob();
    answerWith = () => 302;
    await deliver(job);
    await db
      .collection<{ _id: string }>('jobs')
      .updateOne({ _id: job._id }, { $set: { 'webhook.url': 'http://127.0.0.1:1/' } });
    await makeDue(job);
    await deliver(job);
    expect(await events.findOwn(`${job._id}:0:started:`, job._id)).toMatchObject({
      state: 'waiting',
      attempts: 2,
      log: [{ status: 302, problem: 'The receiver answered 302.' }, { problem: expect.any(String) }],
    });
  });

  it('are made once more on request, behind the events that wait', async () => {
    const job = await openJob();
    await deliver(job);
    expect(await events.resend(`${job._id}:0:started:`, job._id)).toBe(true);
    expect(await events.resend(`${job._id}:0:started:`, 'another job')).toBe(false);
    await batches.settle(job, [completedPage(0)]);
    await deliver(job);
    expect(asked).toEqual(['0:started:', '0:page:0', '0:started:']);
  });

  it('report a failed page as it was, also after a retry has removed it', async () => {
    const job = await openJob({ total: 1 });
    await batches.settle(job, [failedPage(0, 'The site answered 500.')]);
    await batches.finish(job._id, 0);
    await batches.reopen(job._id, { round: 1, failed: 1, allowance: null });
    expect(await events.findOwn(`${job._id}:0:page:0`, job._id)).toMatchObject({
      item: { error: 'The site answered 500.' },
    });
    expect(await events.findOwn(`${job._id}:0:failed:`, job._id)).toMatchObject({
      counters: { total: 1, completed: 0, failed: 1, creditsUsed: 0 },
    });
  });
});
