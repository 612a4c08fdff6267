import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { queues } from '../../../contracts/queues.ts';
import { ensureWorkflowBundle } from '../../../deploy/local/services/workflowBundle.ts';
import type { Job } from '../../support/batches.ts';
import { runCliWith } from '../../support/cli.ts';
import { call, secretKey } from '../../support/client.ts';
import { eventually } from '../../support/eventually.ts';
import { isolatedEnv } from '../../support/isolatedStack.ts';
import { type Listening, listenOnLoopback } from '../../support/loopback.ts';
import { type Process, startGateway, startWorker } from '../../support/processes.ts';
import { withTemporal } from '../../support/temporalClient.ts';

const namespace = 'upgrade';
/** Half of them, five at a time, keep a batch busy for three minutes if need be. */
const total = 120;
let env: Record<string, string | undefined>;
let home: string;
let api: string;
let site: Listening;
const running = new Map<string, Process>();

/** One process serves all queues of a build. */
async function startWorkers(build: string) {
  running.set(build, await startWorker(queues, { ...env, BUILD_ID: build }));
}

async function stop(name: string) {
  await running.get(name)?.stop();
  running.delete(name);
}

function sightread(...args: string[]) {
  return runCliWith(env, ...args);
}

async function status(): Promise<{ build: string; state: string; running: number; queues: string[] }[]> {
  return JSON.parse((await sightread('deployment', 'status', '--json')).out);
}

async function stateOf(build: string) {
  return (await status()).find((each) => each.build === build)?.state;
}

let openGate = () => {};
const gate = new Promise<void>((resolve) => {
  openGate = resolve;
});
/** Less than a fetch waits for an answer: a page that comes too late fails. */
const heldMs = 15_000;
/**
 * Takes long for the second half of a batch's pages until the gate is open, so that the batch does not end before the
 * upgrade.
 */
const server = createServer(async (request, response) => {
  if (Number(request.url?.split('/').at(-1)) >= total / 2)
    await Promise.race([gate, wait(heldMs, undefined, { ref: false })]);
  response.setHeader('content-type', 'text/html');
  response.end('<title>Page</title><main><p>Some words to read here.</p></main>');
});

async function createBatch(name: string, pages = total) {
  const urls = Array.from({ length: pages }, (_, at) => `${site.address}/${name}/${at}`);
  const body = { urls, maxConcurrency: 5, engine: 'http' };
  return (await call<{ id: string }>(`${api}/v1/batch/scrape`, { body })).body.id;
}

async function getJob(id: string) {
  return (await call<Job>(`${api}/v1/batch/scrape/${id}`)).body;
}

function waitForJob(id: string) {
  return eventually(`job ${id} has ended`, async () => {
    const { status } = await getJob(id);
    // An error answer has no status.
    return status !== undefined && status !== 'scraping';
  });
}

/** The pids of the processes that ran a batch's workflow tasks and activities. */
async function workerPidsOf(id: string): Promise<Set<string>> {
  const { events } = await withTemporal(
    ({ workflow }) => workflow.getHandle(`batch-${id}-0`).fetchHistory(),
    namespace,
  );
  const identities = (events ?? []).map(
    (event) =>
      event.activityTaskStartedEventAttributes?.identity ?? event.workflowTaskCompletedEventAttributes?.identity,
  );
  return new Set(identities.flatMap((identity) => (identity ? [identity.split('@')[0] ?? ''] : [])));
}

/** Reads single pages until a build does it: the news of a promotion takes a while. Returns how many were read. */
async function readUntilOn(build: string): Promise<number> {
  let pages = 0;
  await eventually(`new batches run on ${build}`, async () => {
    pages += 1;
    const probe = await createBatch(`probe-${pages}`, 1);
    await waitForJob(probe);
    return (await workerPidsOf(probe)).has(String(running.get(build)?.pid));
  });
  return pages;
}

beforeAll(async () => {
  site = await listenOnLoopback(server);
  const isolated = await isolatedEnv(namespace);
  ({ api, home } = isolated);
  env = {
    ...process.env,
    ...isolated.env,
    WORKFLOW_BUNDLE: await ensureWorkflowBundle(),
    LOG_LEVEL: 'error',
  };
  running.set('gateway', await startGateway(env));
});
afterAll(async () => {
  await Promise.all([...running.keys()].map(stop));
  await site.close();
  rmSync(home, { recursive: true, force: true });
});

describe('an upgrade during a batch', () => {
  it('ends the batch on the build it began on, runs new batches on the new build, and loses no page', {
    timeout: 300_000,
  }, async () => {
    // A build without workers cannot be promoted.
    expect(await sightread('deployment', 'promote', 'a')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/no worker/),
    });

    await startWorkers('a');
    expect(await sightread('deployment', 'promote', 'a', '--wait', '60')).toMatchObject({ code: 0, out: 'a' });
    expect(await stateOf('a')).toBe('current');
    const first = await createBatch('first');
    await eventually('the first batch is under way', async () => (await getJob(first)).completed > 0);

    await startWorkers('b');
    await eventually('the new build is known', async () => (await stateOf('b')) === 'waiting');
    expect(await sightread('deployment', 'promote', 'b', '--wait', '60')).toMatchObject({ code: 0, out: 'b' });
    expect((await getJob(first)).status).toBe('scraping');
    expect(await stateOf('a')).toBe('draining');
    const probes = await readUntilOn('b');
    const second = await createBatch('second');
    openGate();

    await Promise.all([waitForJob(first), waitForJob(second)]);
    for (const id of [first, second]) {
      expect(await getJob(id)).toMatchObject({
        status: 'completed',
        total,
        completed: total,
        failed: 0,
        creditsUsed: total,
      });
    }
    expect(await workerPidsOf(first)).toEqual(new Set([String(running.get('a')?.pid)]));
    expect(await workerPidsOf(second)).toEqual(new Set([String(running.get('b')?.pid)]));

    await eventually('the old build is reported drained', async () => (await stateOf('a')) === 'drained');
    await stop('a');
    const third = await createBatch('third');
    await waitForJob(third);
    expect(await getJob(third)).toMatchObject({ status: 'completed', completed: total });
    expect((await call(`${api}/v1/credits`, { key: secretKey() })).body).toMatchObject({ used: 3 * total + probes });
  });
});
