/** What must hold after anything has happened. */
import { readdirSync } from 'node:fs';
import { expect, inject } from 'vitest';
import { monthOf } from '../../storage/ledger.ts';
import { dayOf } from '../../storage/usage.ts';
import { allItems, waitForJob } from '../support/batches.ts';
import { call } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { runningWorkflows, withTemporal } from '../support/temporalClient.ts';
import { chromiumPids } from './faults.ts';
import { type Batch, isFailingUrl, type Workload } from './workload.ts';

export async function checkInvariants(callers: Workload) {
  expect(callers.surprises).toEqual([]);
  let successes = 0;
  for (const batch of callers.batches) successes += await checkBatch(batch, callers);

  const credits = await call<{ used: number }>('/v1/credits', { key: callers.key });
  expect(credits.body.used).toBe(successes);
  await checkNothingPending(callers);
  await checkImageCount(callers);
  await checkNoLeftovers();
}

/** Every URL settled once, counters equal to items, each event delivered under its own id. */
async function checkBatch({ id, urls }: Batch, { key, deliveries }: Workload): Promise<number> {
  const job = await waitForJob(id, 300_000, key);
  const failed = urls.filter(isFailingUrl).length;
  const completed = urls.length - failed;
  const items = await allItems(id, key);
  expect(items.map(({ url }) => url)).toEqual(urls);
  // With its message: what failed and should not have says why.
  const unexpected = items.filter(({ url, error }) => (error !== undefined) !== isFailingUrl(url));
  expect(unexpected.map(({ url, error }) => ({ url, error }))).toEqual([]);
  expect(job).toMatchObject({ total: urls.length, completed, failed, creditsUsed: completed });

  const deliveredEvents = () => deliveries.filter((delivery) => delivery.job === id);
  if (deliveredEvents().length === 0) return completed;
  const ids = () => new Set(deliveredEvents().map((delivery) => delivery.id));
  await eventually('all events are delivered', () => ids().size >= urls.length + 2, 120_000);
  expect(ids().size).toBe(urls.length + 2);
  const meanings = new Set(deliveredEvents().map((delivery) => `${delivery.id} ${delivery.type} ${delivery.url}`));
  expect(meanings.size).toBe(ids().size);
  return completed;
}

/** No job that nobody works on, no credits set aside for ever. */
async function checkNothingPending({ account, storage, batches }: Workload) {
  const jobs = await storage.jobs.ofAccount(account, { offset: 0, limit: 10_000 });
  expect(new Set(jobs.map(({ _id }) => _id))).toEqual(new Set(batches.map(({ id }) => id)));
  await withTemporal((temporal) =>
    eventually('no workflow is left', async () => (await runningWorkflows(temporal)).length === 0, 120_000),
  );
  await eventually(
    'no credits are set aside',
    async () => (await storage.ledger.balance(account, monthOf(new Date()))).reserved === 0,
  );
}

async function checkImageCount({ account, storage, pictures }: Workload) {
  const counted = async () => (await storage.usage.ofMonth(account, dayOf(new Date()).slice(0, 7))).requests;
  await eventually('the images are counted', async () => (await counted()) >= pictures.answered);
  expect(await counted()).toBeLessThanOrEqual(pictures.sent);
}

/** Browsers and temporary files belong to processes that live; one that was killed may just be cleared away. */
async function checkNoLeftovers() {
  await eventually('nothing is left behind', () => isClean(temporaryFiles())).catch((error) => {
    throw new Error(`left in the temporary folder: ${temporaryFiles()}`, { cause: error });
  });
}

// What runs the TypeScript keeps its cache there.
function temporaryFiles() {
  return readdirSync(inject('env')['TMPDIR'] ?? '').filter((name) => !name.startsWith('tsx-'));
}

function isClean(names: readonly string[]): boolean {
  const owners = names.map((name) => Number(/^sightread-chromium-(\d+)-/.exec(name)?.[1]));
  return owners.every(isAlive) && owners.length <= 1 && (chromiumPids().length === 0 || owners.length === 1);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
