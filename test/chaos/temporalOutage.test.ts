import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { takeUpTimeoutMs } from '../../contracts/work/takeUp.ts';
import { monthOf } from '../../storage/ledger.ts';
import type { Storage } from '../../storage/storage.ts';
import { newAccount } from '../support/accounts.ts';
import { waitForJob } from '../support/batches.ts';
import { type Answer, call } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { hits, site } from '../support/fixtureSite.ts';
import { fetchImage } from '../support/imageClient.ts';
import { killProcess, pauseProcess } from '../support/stackProcesses.ts';
import { openStackStorage } from '../support/storage.ts';

let storage: Storage;
beforeAll(() => {
  storage = openStackStorage();
});
afterAll(() => storage.close());

function scrape(key: string, path: string) {
  return call('/v1/scrape', { key, body: { url: site(path) } });
}
function batch(key: string, path: string) {
  return call<{ id: string }>('/v1/batch/scrape', { key, body: { urls: [site(path)] } });
}
async function jobsOf(account: string) {
  return (await storage.jobs.ofAccount(account, { offset: 0, limit: 10 })).map(({ _id }) => _id);
}

/** What each of these cost, when nothing is under way any more. */
async function spent(account: string, credits: number) {
  await eventually(`${credits} credits are used and none set aside`, async () => {
    const { reserved, used } = await storage.ledger.balance(account, monthOf(new Date()));
    return reserved === 0 && used === credits;
  });
}

function expectLater({ status, headers, body }: Answer<object>, words: RegExp) {
  expect(status, JSON.stringify(body)).toBe(503);
  expect(headers.get('retry-after')).toBe('5');
  expect(body).toEqual({ error: expect.stringMatching(words) });
}

describe('while Temporal is away', { timeout: 120_000 }, () => {
  it('what needs no work is answered; the rest says when to try again, and is not done later', async () => {
    const { account, key } = await newAccount();
    expect((await fetchImage('github.com')).status).toBe(200);
    const resume = await pauseProcess('temporal');
    try {
      expect((await fetchImage('github.com')).status).toBe(200);
      expect((await call('/v1/credits', { key })).status).toBe(200);
      const unmade = fetchImage('github.com?size=77');
      const refused = await Promise.all([scrape(key, '/static/away/1'), batch(key, '/static/away/2')]);
      for (const answer of refused) expectLater(answer, /^The work queue is not reachable just now/);
      expect((await unmade).headers.get('x-sightread-source')).toBe('monogram');
    } finally {
      resume();
    }
    await eventually('it works again', async () => (await call('/readyz', { key: null })).status === 200);
    expect((await scrape(key, '/static/away/3')).status).toBe(200);
    await spent(account, 1);
    expect(await jobsOf(account)).toEqual([]);
  });

  it('a batch that nobody had taken up when it was killed is opened once, and its caller is answered', async () => {
    const { account, key } = await newAccount();
    const resume = await pauseProcess('worker-flow');
    const created = batch(key, '/static/away/4');
    try {
      // Long enough for the batch to be in Temporal's hands.
      await wait(2_000);
      await killProcess('temporal');
    } finally {
      resume();
    }
    const { status, body } = await created;
    expect(status, JSON.stringify(body)).toBe(200);
    expect(await waitForJob(body.id, 60_000, key)).toMatchObject({ status: 'completed', completed: 1, creditsUsed: 1 });
    expect(await jobsOf(account)).toEqual([body.id]);
    await spent(account, 1);
  });
});

describe('while no worker takes anything up', { timeout: 120_000 }, () => {
  it('it is refused for good: nothing begins when its caller has been told to try again', async () => {
    const { account, key } = await newAccount();
    const resume = await pauseProcess('worker-flow');
    const asked = [scrape(key, '/static/away/5'), batch(key, '/static/away/6')] as const;
    try {
      // A busy gateway may have begun to count a little later.
      await wait(takeUpTimeoutMs + 5_000);
    } finally {
      resume();
    }
    for (const answer of await Promise.all(asked)) expectLater(answer, /^No worker took this up in time/);
    const again = await batch(key, '/static/away/6');
    expect(again.status).toBe(200);
    await waitForJob(again.body.id, 60_000, key);
    expect(await jobsOf(account)).toEqual([again.body.id]);
    await spent(account, 1);
    expect(await hits('/static/away/5')).toBe(0);
  });
});
