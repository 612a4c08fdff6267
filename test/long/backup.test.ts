import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Servers, startServers } from '../../deploy/local/servers/start.ts';
import { ensureWorkflowBundle } from '../../deploy/local/services/workflowBundle.ts';
import type { Job } from '../support/batches.ts';
import { eventually } from '../support/eventually.ts';
import { testSecretsKeys } from '../support/keyrings.ts';
import { freePort, type Process, startGateway, startWorker } from '../support/processes.ts';
import { startSite } from '../support/site/server.ts';

const timeout = 300_000;
const key = 'sr_0000000000000000backupbackup';
const token = 'pk_0000000000000000backupbackup';
const total = 40;

const folder = mkdtempSync(join(tmpdir(), 'sightread-backup-'));
const backup = join(folder, 'backup');
let site: Awaited<ReturnType<typeof startSite>>;
let stack: Stack;

/** Serves pages, the second half of them only once the gate is open. */
let openGate = () => {};
const gate = new Promise<void>((resolve) => {
  openGate = resolve;
});
const requestCounts = new Map<string, number>();
const gatedSite = createServer(async (request, response) => {
  const path = request.url ?? '';
  requestCounts.set(path, (requestCounts.get(path) ?? 0) + 1);
  if (Number(path.split('/').at(-1)) >= total / 2) await gate;
  response.setHeader('content-type', 'text/html');
  response.end('<title>Page</title><main><p>Some words to read here.</p></main>');
});

function gatedPage(index: number) {
  return `http://127.0.0.1:${(gatedSite.address() as AddressInfo).port}/${index}`;
}

interface Stack {
  env: Record<string, string | undefined>;
  servers: Servers;
  processes: Process[];
}

/** Starts servers without data, as on a new machine. */
async function newServers(name: string): Promise<Stack> {
  const home = join(folder, name);
  const servers = await startServers({ home, ports: 'free', quiet: true });
  const env = {
    ...process.env,
    ...servers.env,
    PORT: await freePort(),
    IMAGE_PORT: await freePort(),
    // Kept apart from the backup, and given to the new machine.
    SECRETS_KEYS: testSecretsKeys,
    BOOTSTRAP_SECRET_KEY: key,
    BOOTSTRAP_PUBLISHABLE_KEY: token,
    EGRESS_ALLOW: '127.0.0.1/32',
    EGRESS_MAP: `lighthouse.com=${site.address},*.lighthouse.com=${site.address}`,
    FAVICON_SERVICES: 'none',
    LOG_LEVEL: 'fatal',
    WORKFLOW_BUNDLE: await ensureWorkflowBundle(),
  };
  return { env, servers, processes: [] };
}

async function startServices({ env, processes }: Stack) {
  const started = await Promise.all([startGateway(env), startWorker(['flow', 'fetch', 'image'], env)]);
  processes.push(...started);
}

async function stop({ servers, processes }: Stack) {
  await Promise.all(processes.map((each) => each.stop()));
  await servers.stop();
}

async function sightread(...args: string[]) {
  const { env } = stack;
  const child = spawn(process.execPath, ['deploy/local/run.mjs', 'sightread', ...args], { env });
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code, out: out.trim(), err: err.trim() };
}

async function call<T = Job>(path: string, body?: object): Promise<T> {
  const response = await fetch(`http://127.0.0.1:${stack.env['PORT']}/v1${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return JSON.parse(await response.text());
}

async function icon() {
  const address = `http://127.0.0.1:${stack.env['IMAGE_PORT']}/plain.lighthouse.com?token=${token}&size=64&format=png`;
  const response = await fetch(address);
  return { from: response.headers.get('x-sightread-source'), bytes: Buffer.from(await response.arrayBuffer()) };
}

function ended(id: string) {
  return eventually(
    `job ${id} has ended`,
    async () => (await call(`/batch/scrape/${id}?limit=1`)).status !== 'scraping',
    120_000,
  );
}

async function iconVisits() {
  return (await fetch(`${site.address}/hits?of=/touch.png`)).text();
}

beforeAll(async () => {
  site = await startSite();
  await once(gatedSite.listen(0, '127.0.0.1'), 'listening');
  stack = await newServers('first');
  await startServices(stack);
}, timeout);
afterAll(async () => {
  openGate();
  await stop(stack);
  gatedSite.close();
  gatedSite.closeAllConnections();
  await site.close();
  rmSync(folder, { recursive: true, force: true });
}, timeout);

describe('backup and restore', () => {
  it('restores accounts, results and images into empty servers, and resumes the job that was running', {
    timeout,
  }, async () => {
    const created = await sightread('key', 'create', '--account', 'acc_owner', '--kind', 'secret', '--name', 'Kept');
    const large = `${site.address}/large?kb=1500`;
    const { id: finished } = await call('/batch/scrape', { urls: [`${site.address}/a`, large], formats: ['markdown'] });
    await ended(finished);
    const before = await call(`/batch/scrape/${finished}`);
    expect(before.data[1]?.markdown?.length).toBeGreaterThan(1_000_000);
    const iconBefore = await icon();
    expect(iconBefore.from).toBe('site');
    const visits = await iconVisits();

    const urls = Array.from({ length: total }, (_, index) => gatedPage(index));
    const { id: running } = await call('/batch/scrape', { urls, timeout: 120_000, engine: 'http' });
    const settled = async () => (await call(`/batch/scrape/${running}?limit=1`)).completed;
    await eventually('half of the batch is settled', async () => (await settled()) === total / 2);
    const lost = call('/scrape', { url: gatedPage(total), timeout: 120_000 }).catch(() => {});
    await eventually('a single scrape is under way', () => requestCounts.has(`/${total}`));

    expect(await sightread('backup', backup)).toMatchObject({ code: 0, out: backup });
    expect(await sightread('backup', backup)).toMatchObject({ code: 1, err: expect.stringContaining('not empty') });

    // Simulates the loss of the machine with its data.
    await Promise.all(stack.processes.map(({ pid }) => process.kill(pid, 'SIGKILL')));
    await lost;
    stack.processes = [];
    await stop(stack);
    rmSync(join(folder, 'first'), { recursive: true });

    stack = await newServers('second');
    const restored = await sightread('restore', backup, '--json');
    expect(restored.err).toBe('');
    expect(JSON.parse(restored.out)).toMatchObject({ resumed: 1, lost: 1, records: { accounts: 1, keys: 3, jobs: 2 } });
    await startServices(stack);

    expect((await sightread('key', 'list', '--account', 'acc_owner')).out).toContain('Kept');
    expect(created.out).toMatch(/^sr_/);
    expect(await call(`/batch/scrape/${finished}`)).toEqual(before);
    expect((await icon()).bytes.equals(iconBefore.bytes)).toBe(true);
    expect(await iconVisits()).toBe(visits);

    openGate();
    await ended(running);
    expect(await call(`/batch/scrape/${running}?limit=1`)).toMatchObject({
      status: 'completed',
      total,
      completed: total,
      failed: 0,
      creditsUsed: total,
    });
    // Pages that were settled before the backup were not fetched again.
    expect(urls.slice(0, total / 2).map((url) => requestCounts.get(new URL(url).pathname))).toEqual(
      Array(total / 2).fill(1),
    );
    await eventually('the batch is charged', async () => (await call<{ used: number }>('/credits')).used === total + 2);
    expect(JSON.parse((await sightread('usage', '--account', 'acc_owner')).out).credits).toMatchObject({ reserved: 0 });
    // A second resume finds nothing to do.
    expect(JSON.parse((await sightread('jobs', 'resume', '--json')).out)).toEqual({
      resumed: 0,
      closed: 0,
      deliveries: 0,
      lost: 0,
    });
  });

  it('overwrites data only with --force, and refuses a damaged backup', { timeout }, async () => {
    expect(await sightread('restore', backup)).toMatchObject({ code: 1, err: expect.stringContaining('--force') });
    expect(await sightread('restore', folder)).toMatchObject({ code: 1, err: expect.stringMatching(/no manifest/) });

    const file = join(backup, 'keys.bson.gz');
    const original = readFileSync(file);
    appendFileSync(file, 'x');
    expect(await sightread('restore', backup, '--force')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/damaged/),
    });
    expect((await sightread('key', 'list', '--account', 'acc_owner')).out).toContain('Kept');

    writeFileSync(file, original);
    await sightread('account', 'create', '--email', 'later@example.com', '--plan', 'free');
    expect(await sightread('restore', backup, '--force')).toMatchObject({ code: 0 });
    expect((await sightread('account', 'list')).out).not.toContain('later@example.com');
  });
});
