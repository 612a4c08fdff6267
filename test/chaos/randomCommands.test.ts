import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Storage } from '../../storage/storage.ts';
import { newAccount, newUser, type User } from '../support/accounts.ts';
import { allItems, type Job, waitForJob } from '../support/batches.ts';
import { call } from '../support/client.ts';
import { settledCredits } from '../support/credits.ts';
import { signInAs } from '../support/dashboardClient.ts';
import { eventually } from '../support/eventually.ts';
import { site } from '../support/fixtureSite.ts';
import { placesNaming } from '../support/leftovers.ts';
import { createRandom, oneOf, type Random } from '../support/random.ts';
import { openStackStorage } from '../support/storage.ts';
import { runningWorkflows, withTemporal } from '../support/temporalClient.ts';
import { waitForStack } from '../support/waitForStack.ts';
import { type Fault, faults, resetStack } from './faults.ts';
import { seed } from './seed.ts';
import { startWebhookReceiver } from './webhookReceiver.ts';
import { retryWhileUnavailable } from './workload.ts';

const batchCount = 6;
const pagesPerBatch = 60;
const commandCount = 40;
const killEvery = 13;
/** They kill what a cancelled, retried or deleted job is just being worked on by. */
const killers: readonly Fault[] = ['the flow worker is killed', 'the fetch worker is killed', 'the gateway is killed'];

/** Pages that work, that are slow, that work from the second attempt on, and that never work. */
function urlsOf(name: string): string[] {
  return Array.from({ length: pagesPerBatch }, (_, at) => {
    if (at % 10 === 9) return site(`/status?code=500&of=${name}&at=${at}`);
    if (at % 5 === 3) return site(`/flaky?times=1&of=${name}&at=${at}`);
    return site(at % 2 === 0 ? `/slow?ms=300&of=${name}&at=${at}` : `/static/${name}/${at}`);
  });
}

async function createBatch(key: string, webhook: string): Promise<{ id: string; urls: string[] }> {
  const urls = urlsOf(randomUUID());
  const headers = { 'idempotency-key': randomUUID() };
  const body = { urls, webhook, maxConcurrency: 8 };
  const answer = await retryWhileUnavailable(() => call<{ id: string }>('/v1/batch/scrape', { key, headers, body }));
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return { id: answer.body.id, urls };
}

/** Cancels or retries a batch. A batch in the wrong state for that says so. */
async function command(id: string, key: string, random: Random): Promise<void> {
  const path = `/v1/batch/scrape/${id}`;
  const { status } =
    random() < 0.4
      ? await retryWhileUnavailable(() => call(path, { method: 'DELETE', key }))
      : await retryWhileUnavailable(() => call(`${path}/retry`, { method: 'POST', key }));
  expect([200, 409]).toContain(status);
}

describe(`commands at random moments (CHAOS_SEED=${seed})`, { timeout: 400_000 }, () => {
  let storage: Storage;
  let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>;
  beforeAll(async () => {
    storage = openStackStorage();
    receiver = await startWebhookReceiver();
  });
  afterAll(async () => {
    await receiver?.close();
    await storage?.close();
  });
  beforeEach(resetStack);

  it('leave exact items, counters, credits and events, and nothing of an account that is deleted meanwhile', async () => {
    const random = createRandom(seed);
    const { account, key } = await newAccount();
    const user = await newUser('unlimited');
    const webhook = `${receiver.address}/`;
    const batches = await Promise.all(Array.from({ length: batchCount }, () => createBatch(key, webhook)));
    const deleted = await Promise.all(Array.from({ length: 3 }, () => createBatch(user.secretKey, webhook)));
    const deletionAt = 1 + Math.floor(random() * commandCount);
    for (let count = 1; count <= commandCount; count += 1) {
      await sleep(random() * 800);
      if (count === deletionAt) await deleteAccount(user);
      if (count % killEvery === 0) await faults[oneOf(killers, random)]();
      await command(oneOf(batches, random).id, key, random);
    }
    await waitForStack();
    let worked = 0;
    for (const batch of batches) worked += await checkBatch(batch, key);
    expect(await settledCredits(account)).toBe(worked);
    for (const { id } of batches) await checkEvents(id);

    await withTemporal((temporal) =>
      eventually('no workflow is running', async () => (await runningWorkflows(temporal)).length === 0),
    );
    const { status } = await retryWhileUnavailable(() => call('/v1/credits', { key: user.secretKey }));
    expect(status).toBe(401);
    expect(await placesNaming([user.id, user.email, ...deleted.map(({ id }) => id)])).toEqual([]);
  });

  /** Each URL is settled once at most, and the counters are those of the items. Returns the pages that worked. */
  async function checkBatch({ id, urls }: { id: string; urls: string[] }, key: string): Promise<number> {
    const job: Job = await waitForJob(id, 120_000, key);
    const items = await allItems(id, key);
    const settled = items.map(({ url }) => url);
    expect(new Set(settled).size).toBe(settled.length);
    expect(settled).toEqual(urls.filter((url) => settled.includes(url)));
    const failed = items.filter(({ error }) => error !== undefined).length;
    const completed = items.length - failed;
    expect(job).toMatchObject({ total: urls.length, completed, failed, creditsUsed: completed });
    // A batch that was never cancelled has settled every URL.
    if (!(await wasCancelled(id))) expect(settled).toEqual(urls);
    return completed;
  }

  async function wasCancelled(id: string): Promise<boolean> {
    return (await storage.events.ofJob(id, { limit: 1_000 })).some(({ type }) => type === 'cancelled');
  }

  /** Every event is delivered, and the last one of the job tells how it ended. */
  async function checkEvents(id: string) {
    await eventually('every event is delivered', async () => (await storage.events.first(id)) === undefined);
    const job = await storage.jobs.find(id);
    const last = receiver.deliveries.filter((delivery) => delivery.job === id).at(-1);
    expect(last?.type).toBe(`batch_scrape.${job?.status}`);
  }

  async function deleteAccount(user: User) {
    const { email, password } = user;
    await eventually('the deletion has begun', async () => {
      const dashboard = await signInAs(user).catch(() => undefined);
      return (await dashboard?.submit('/account/delete', { email, password }))?.status === 303;
    });
  }
});
