/** What must be true of the stack after every fault. */
import { readdirSync } from 'node:fs';
import { expect } from 'vitest';
import { monthOf } from '../../storage/ledger.ts';
import { allItems, waitForJob } from '../support/batches.ts';
import { creditsUsed } from '../support/client.ts';
import { settledCredits } from '../support/credits.ts';
import { eventually } from '../support/eventually.ts';
import { stackEnv } from '../support/stackEnv.ts';
import { runningWorkflows, withTemporal } from '../support/temporalClient.ts';
import { chromiumPids } from './faults.ts';
import { type Batch, isFailingUrl, type Workload } from './workload.ts';

export async function checkInvariants(workload: Workload) {
  expect(workload.unexpectedAnswers).toEqual([]);
  let completed = 0;
  for (const batch of workload.batches) completed += await checkBatch(batch, workload);

  expect(await creditsUsed({ key: workload.key })).toBe(completed);
  await checkNothingPending(workload);
  await checkImageCount(workload);
  await checkNoLeftovers();
}

/** Checks that every URL is settled once and the counters match the items. Returns the number of completed pages. */
async function checkBatch(batch: Batch, workload: Workload): Promise<number> {
  const { id, urls } = batch;
  const job = await waitForJob(id, 600_000, workload.key);
  const failed = urls.filter(isFailingUrl).length;
  const completed = urls.length - failed;
  const items = await allItems(id, workload.key);
  expect(items.map(({ url }) => url)).toEqual(urls);
  // Compared with their error messages, so that the failure of this check shows the reason.
  const unexpected = items.filter(({ url, error }) => (error !== undefined) !== isFailingUrl(url));
  expect(unexpected.map(({ url, error }) => ({ url, error }))).toEqual([]);
  expect(job).toMatchObject({ total: urls.length, completed, failed, creditsUsed: completed });
  if (batch.hasWebhook) await checkDeliveries(batch, workload);
  return completed;
}

/** Checks that the start, each page and the end were delivered, each under an id of its own. */
async function checkDeliveries({ id: job, urls }: Batch, { deliveries, storage }: Workload) {
  const ofJob = () => deliveries.filter((delivery) => delivery.job === job);
  const ids = () => new Set(ofJob().map(({ id }) => id));
  await eventually('all events are delivered', () => ids().size >= urls.length + 2).catch(async (error) => {
    const events = await storage.events.ofJob(job, { limit: urls.length + 2 });
    const missing = events
      .filter(({ _id }) => !ids().has(_id))
      .map(({ _id, state, attempts }) => [_id, state, attempts]);
    throw new Error(`of ${events.length} events not delivered: ${JSON.stringify(missing)}`, { cause: error });
  });
  expect(ids().size).toBe(urls.length + 2);
  const events = new Set(ofJob().map(({ id, type, url }) => `${id} ${type} ${url}`));
  expect(events.size).toBe(ids().size);
}

/** Checks that no job exists without its caller knowing, no workflow runs, and no credits stay reserved. */
async function checkNothingPending({ account, storage, batches }: Workload) {
  const jobs = await storage.jobs.ofAccount(account, { offset: 0, limit: 10_000 });
  expect(new Set(jobs.map(({ _id }) => _id))).toEqual(new Set(batches.map(({ id }) => id)));
  await withTemporal((temporal) =>
    eventually('no workflow is running', async () => (await runningWorkflows(temporal)).length === 0),
  );
  await settledCredits(account);
}

async function checkImageCount({ account, storage, imageRequests }: Workload) {
  const counted = async () => (await storage.usage.ofMonth(account, monthOf(new Date()))).requests;
  await eventually('the images are counted', async () => (await counted()) >= imageRequests.answered);
  expect(await counted()).toBeLessThanOrEqual(imageRequests.sent);
}

/** Checks that browsers and temporary files belong to a living worker. Those of a killed one may be deleted a little later. */
async function checkNoLeftovers() {
  await eventually('nothing is left behind', () => isClean(temporaryFiles())).catch((error) => {
    throw new Error(`left in the temporary folder: ${temporaryFiles()}`, { cause: error });
  });
}

/** Without the cache of tsx, which runs the TypeScript sources. */
function temporaryFiles() {
  return readdirSync(stackEnv('TMPDIR')).filter((name) => !name.startsWith('tsx-'));
}

function isClean(names: readonly string[]): boolean {
  const workers = names.map((name) => Number(/^sightread-chromium-(\d+)-/.exec(name)?.[1]));
  return workers.every(isAlive) && workers.length <= 1 && (chromiumPids().length === 0 || workers.length === 1);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
