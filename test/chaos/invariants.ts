/** What must hold after anything has happened. */
import { readdirSync } from 'node:fs';
import { expect, inject } from 'vitest';
import { monthOf } from '../../storage/ledger.ts';
import { dayOf } from '../../storage/usage.ts';
import { allItems, ended } from '../support/batches.ts';
import { call } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { browsers } from './faults.ts';
import { type Batch, type Callers, fails } from './workload.ts';
import { running, withTemporal } from '../support/temporalClient.ts';

export async function audit(callers: Callers) {
  expect(callers.surprises).toEqual([]);
  let successes = 0;
  for (const batch of callers.batches) successes += await auditBatch(batch, callers);

  const credits = await call<{ used: number }>('/v1/credits', { key: callers.key });
  expect(credits.body.used).toBe(successes);
  await noneLeft(callers);
  await auditImages(callers);
  await leavesNothingBehind();
}

/** Every URL settled once, counters equal to items, each event delivered under its own id. */
async function auditBatch({ id, urls }: Batch, { key, deliveries }: Callers): Promise<number> {
  const job = await ended(id, 300_000, key);
  const failed = urls.filter(fails).length;
  const completed = urls.length - failed;
  const items = await allItems(id, key);
  expect(items.map(({ url }) => url)).toEqual(urls);
  // With its message: what failed and should not have says why.
  const surprising = items.filter(({ url, error }) => (error !== undefined) !== fails(url));
  expect(surprising.map(({ url, error }) => ({ url, error }))).toEqual([]);
  expect(job).toMatchObject({ total: urls.length, completed, failed, creditsUsed: completed });

  const told = () => deliveries.filter((delivery) => delivery.job === id);
  if (told().length === 0) return completed;
  const ids = () => new Set(told().map((delivery) => delivery.id));
  await eventually('all events are delivered', () => ids().size >= urls.length + 2, 120_000);
  expect(ids().size).toBe(urls.length + 2);
  const meanings = new Set(told().map((delivery) => `${delivery.id} ${delivery.type} ${delivery.url}`));
  expect(meanings.size).toBe(ids().size);
  return completed;
}

/** No job that nobody works on, no credits set aside for ever. */
async function noneLeft({ account, storage, batches }: Callers) {
  const jobs = await storage.jobs.ofAccount(account, { offset: 0, limit: 10_000 });
  expect(new Set(jobs.map(({ _id }) => _id))).toEqual(new Set(batches.map(({ id }) => id)));
  await withTemporal((temporal) =>
    eventually('no workflow is left', async () => (await running(temporal)).length === 0, 120_000),
  );
  await eventually(
    'no credits are set aside',
    async () => (await storage.ledger.balance(account, monthOf(new Date()))).reserved === 0,
  );
}

async function auditImages({ account, storage, pictures }: Callers) {
  const counted = async () => (await storage.usage.ofMonth(account, dayOf(new Date()).slice(0, 7))).requests;
  await eventually('the images are counted', async () => (await counted()) >= pictures.answered);
  expect(await counted()).toBeLessThanOrEqual(pictures.sent);
}

/** Browsers and temporary files belong to processes that live; one that was killed may just be cleared away. */
async function leavesNothingBehind() {
  await eventually('nothing is left behind', () => isTidy(temporaryFiles())).catch((error) => {
    throw new Error(`left in the temporary folder: ${temporaryFiles()}`, { cause: error });
  });
}

// What runs the TypeScript keeps its cache there.
function temporaryFiles() {
  return readdirSync(inject('env')['TMPDIR'] ?? '').filter((name) => !name.startsWith('tsx-'));
}

function isTidy(names: readonly string[]): boolean {
  const owners = names.map((name) => Number(/^sightread-chromium-(\d+)-/.exec(name)?.[1]));
  return owners.every(runs) && owners.length <= 1 && (browsers().length === 0 || owners.length === 1);
}

function runs(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
