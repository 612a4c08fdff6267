import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { queues } from '../../../contracts/queues.ts';
import { reserveFreePorts } from '../../../deploy/local/servers/ports.ts';
import { ensureWorkflowBundle } from '../../../deploy/local/services/workflowBundle.ts';
import type { Job } from '../../support/batches.ts';
import { runCliWith } from '../../support/cli.ts';
import { call, secretKey } from '../../support/client.ts';
import { eventually } from '../../support/eventually.ts';
import { type Process, startProcess } from '../../support/processes.ts';
import { registerNamespace } from '../../support/temporalNamespace.ts';

const namespace = 'upgrade';
const total = 60;
let env: Record<string, string | undefined>;
let home: string;
let api: string;
let temporal: Client;
let siteAddress: string;
const running = new Map<string, Process>();

/** All queues of a build in one process. */
async function startWorkers(build: string) {
  running.set(build, await startProcess(['workers/main.ts', '--queues', queues.join()], { ...env, BUILD_ID: build }));
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

/** Pages of which the second half is answered only once the gate is open, however slow the machine is. */
let openGate = () => {};
const gate = new Promise<void>((resolve) => {
  openGate = resolve;
});
const site = createServer(async (request, response) => {
  if (Number(request.url?.split('/').at(-1)) >= total / 2) await gate;
  response.setHeader('content-type', 'text/html');
  response.end('<title>Page</title><main><p>Some words to read here.</p></main>');
});
async function create(name: string) {
  const urls = Array.from({ length: total }, (_, at) => `${siteAddress}/${name}/${at}`);
  const body = { urls, maxConcurrency: 5, engine: 'http', timeout: 120_000 };
  return (await call<{ id: string }>(`${api}/v1/batch/scrape`, { body })).body.id;
}
async function job(id: string) {
  return (await call<Job>(`${api}/v1/batch/scrape/${id}`)).body;
}
function ended(id: string) {
  return eventually(`job ${id} has ended`, async () => (await job(id)).status !== 'scraping', 120_000);
}

/** Which processes worked on a batch: its workflow tasks and its activities. */
async function workedOn(id: string): Promise<Set<string>> {
  const { events } = await temporal.workflow.getHandle(`batch-${id}-0`).fetchHistory();
  const names = (events ?? []).map(
    (event) =>
      event.activityTaskStartedEventAttributes?.identity ?? event.workflowTaskCompletedEventAttributes?.identity,
  );
  return new Set(names.flatMap((name) => (name ? [name.split('@')[0] ?? ''] : [])));
}

beforeAll(async () => {
  const stack = inject('env');
  await once(site.listen(0, '127.0.0.1'), 'listening');
  siteAddress = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  await registerNamespace(stack['TEMPORAL_ADDRESS'] ?? '', namespace);
  home = mkdtempSync(join(tmpdir(), 'sightread-upgrade-'));
  const { ports, release } = await reserveFreePorts();
  release();
  const database = new URL(stack['MONGODB_URI'] ?? '');
  database.pathname = `/${namespace}`;
  env = {
    ...process.env,
    ...stack,
    PORT: String(ports.PORT),
    IMAGE_PORT: String(ports.IMAGE_PORT),
    SIGHTREAD_HOME: home,
    TEMPORAL_NAMESPACE: namespace,
    MONGODB_URI: database.href,
    WORKFLOW_BUNDLE: await ensureWorkflowBundle(home),
    LOG_LEVEL: 'error',
  };
  api = `http://127.0.0.1:${ports.PORT}`;
  temporal = new Client({
    connection: await Connection.connect({ address: stack['TEMPORAL_ADDRESS'] ?? '' }),
    namespace,
  });
  running.set('gateway', await startProcess(['gateway/main.ts'], env));
});
afterAll(async () => {
  await Promise.all([...running.keys()].map(stop));
  await temporal.connection.close();
  site.close();
  rmSync(home, { recursive: true, force: true });
});

it('an upgrade in the middle of a batch: it ends on the build it began on, new ones run on the new build, nothing is lost', {
  timeout: 300_000,
}, async () => {
  // Nothing is promoted that has no workers.
  expect(await sightread('deployment', 'promote', 'a')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/no worker/),
  });

  await startWorkers('a');
  expect(await sightread('deployment', 'promote', 'a', '--wait', '60')).toMatchObject({ code: 0, out: 'a' });
  expect(await stateOf('a')).toBe('current');
  const first = await create('first');
  await eventually('the first batch is under way', async () => (await job(first)).completed > 0);

  await startWorkers('b');
  await eventually('the new build is known', async () => (await stateOf('b')) === 'waiting');
  expect(await sightread('deployment', 'promote', 'b', '--wait', '60')).toMatchObject({ code: 0, out: 'b' });
  expect((await job(first)).status).toBe('scraping');
  expect(await stateOf('a')).toBe('draining');
  const second = await create('second');
  openGate();

  await Promise.all([ended(first), ended(second)]);
  for (const id of [first, second]) {
    expect(await job(id)).toMatchObject({
      status: 'completed',
      total,
      completed: total,
      failed: 0,
      creditsUsed: total,
    });
  }
  expect(await workedOn(first)).toEqual(new Set([String(running.get('a')?.pid)]));
  expect(await workedOn(second)).toEqual(new Set([String(running.get('b')?.pid)]));

  await eventually('the old build is reported drained', async () => (await stateOf('a')) === 'drained', 120_000);
  await stop('a');
  const third = await create('third');
  await ended(third);
  expect(await job(third)).toMatchObject({ status: 'completed', completed: total });
  expect((await call(`${api}/v1/credits`, { key: secretKey() })).body).toMatchObject({ used: 3 * total });
});
