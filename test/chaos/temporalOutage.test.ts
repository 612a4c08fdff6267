import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { monthOf } from '../../storage/ledger.ts';
import type { Storage } from '../../storage/storage.ts';
import { newAccount } from '../support/accounts.ts';
import { waitForJob } from '../support/batches.ts';
import { type Answer, call } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { site } from '../support/fixtureSite.ts';
import { fetchImage } from '../support/imageClient.ts';
import { killProcess, pauseProcess } from '../support/stackProcesses.ts';
import { openStackStorage } from '../support/storage.ts';
import { retryWhileUnavailable } from './workload.ts';

let storage: Storage;
beforeAll(() => {
  storage = openStackStorage();
});
afterAll(() => storage.close());

function scrape(key: string, path: string) {
  return call('/v1/scrape', { key, body: { url: site(path) } });
}

function createBatch(key: string, path: string) {
  return call<{ id: string }>('/v1/batch/scrape', { key, body: { urls: [site(path)] } });
}

async function jobsOf(account: string) {
  return (await storage.jobs.ofAccount(account, { offset: 0, limit: 10 })).map(({ _id }) => _id);
}

/** Kills Temporal when it has stored the batch and no worker has taken it up. */
async function createWhileTemporalIsKilled(key: string) {
  const resume = await pauseProcess('worker-flow');
  const created = createBatch(key, '/static/away/4');
  try {
    // Long enough for Temporal to have stored the batch.
    await sleep(2_000);
    await killProcess('temporal');
  } finally {
    resume();
  }
  return created;
}

/** Waits until an account has used exactly this many credits and none are reserved. */
async function waitForCredits(account: string, credits: number) {
  await eventually(`${credits} credits are used and none are reserved`, async () => {
    const { reserved, used } = await storage.ledger.balance(account, monthOf(new Date()));
    return reserved === 0 && used === credits;
  });
}

function expectUnavailable({ status, headers, body }: Answer<object>, words: RegExp) {
  expect(status, JSON.stringify(body)).toBe(503);
  expect(headers.get('retry-after')).toBe('5');
  expect(body).toEqual({ error: expect.stringMatching(words) });
}

describe('the service without Temporal', () => {
  it('answers what needs no workflow, refuses the rest with 503, and does not run it later', async () => {
    const { account, key } = await newAccount();
    expect((await fetchImage('github.com')).status).toBe(200);
    const resume = await pauseProcess('temporal');
    try {
      expect((await fetchImage('github.com')).status).toBe(200);
      expect((await call('/v1/credits', { key })).status).toBe(200);
      expect((await fetchImage('github.com?size=77')).headers.get('x-sightread-source')).not.toBe('monogram');
      expect((await scrape(key, '/static/away/1')).status).toBe(200);
      expectUnavailable(await createBatch(key, '/static/away/2'), /^The work queue is not reachable just now/);
    } finally {
      resume();
    }
    await eventually('Temporal is reachable again', async () => (await call('/readyz', { key: null })).status === 200);
    await waitForCredits(account, 1);
    expect(await jobsOf(account)).toEqual([]);
  });

  it('opens a batch once and answers its caller when Temporal is killed before a worker takes the batch up', async () => {
    const { account, key } = await newAccount();
    let created = await createWhileTemporalIsKilled(key);
    // Rightly refused, and never opened, where Temporal needs longer to start again than a batch waits for its worker.
    for (let times = 0; times < 2 && created.status === 503; times += 1)
      created = await createWhileTemporalIsKilled(key);
    const { status, body } = created;
    expect(status, JSON.stringify(body)).toBe(200);
    expect(await waitForJob(body.id, 60_000, key)).toMatchObject({ status: 'completed', completed: 1, creditsUsed: 1 });
    expect(await jobsOf(account)).toEqual([body.id]);
    await waitForCredits(account, 1);
  });
});

describe.each([
  // Temporal keeps the batch for its worker without a word, so the gateway cannot tell which of the two is away.
  ['flow', /^(No worker took this up in time|The work queue is not reachable just now)/, createBatch],
  ['fetch', /^No worker took this up in time/, scrape],
])('the service without a %s worker', (queue, words, ask) => {
  it('answers 503 and does not charge the refused work when the worker is back', async () => {
    const { account, key } = await newAccount();
    const resume = await pauseProcess(`worker-${queue}`);
    try {
      expectUnavailable(await ask(key, '/static/away/5'), words);
    } finally {
      resume();
    }
    const again = await retryWhileUnavailable(() => createBatch(key, '/static/away/6'));
    expect(again.status).toBe(200);
    await waitForJob(again.body.id, 60_000, key);
    expect(await jobsOf(account)).toEqual([again.body.id]);
    await waitForCredits(account, 1);
  });
});
