import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFixture, type Fixture, type Launched, launch, runScript } from '../deploy/launch.ts';
import type { Job } from '../support/batches.ts';
import { call } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { type Listening, listenOnLoopback } from '../support/loopback.ts';

/** There is no release yet; this commit has everything that 0.1.0 lists. */
const firstVersion = '7e9b8d6a6976d7154e05f69f047f534763de0772';
const timeout = 900_000;
const keys = { secret: 'sr_upgradeupgradeupgradeup', publishable: 'pk_upgradeupgradeupgradeup' };
const pagesBefore = 1_000;
const pagesUnderWay = 60;

function git(...args: string[]): Buffer {
  return execFileSync('git', args, { maxBuffer: 256 * 1024 * 1024, stdio: ['ignore', 'pipe', 'ignore'] });
}

function hasFirstVersion(): boolean {
  try {
    git('cat-file', '-e', `${firstVersion}^{commit}`);
    return true;
  } catch {
    console.warn(`The upgrade is not tested: this clone has no commit ${firstVersion}.`);
    return false;
  }
}

let openGate = () => {};
const gate = new Promise<void>((resolve) => {
  openGate = resolve;
});
/** The second half of a gated batch's pages wait, so that the batch cannot end before the upgrade. */
const server = createServer(async (request, response) => {
  const [, name, at] = request.url?.split('/') ?? [];
  if (name === 'gated' && Number(at) >= pagesUnderWay / 2) await gate;
  response.setHeader('content-type', 'text/html');
  response.end(
    `<title>${name} ${at}</title><main><h1>${name} ${at}</h1><p>The text of this page, number ${at}.</p></main>`,
  );
});

describe.skipIf(!hasFirstVersion())('npm start on the data of the first version', { timeout }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'sightread-first-'));
  let fixture: Fixture;
  let site: Listening;
  let stack: Launched | undefined;
  let api: string;
  let done: string;
  let underWay: string;

  async function start(script: string): Promise<void> {
    stack = launch(script, ['start'], {
      ...fixture.env,
      EGRESS_ALLOW: '127.0.0.1/32',
      FAVICON_SERVICES: 'none',
      BOOTSTRAP_SECRET_KEY: keys.secret,
      BOOTSTRAP_PUBLISHABLE_KEY: keys.publishable,
    });
    const { output, ended } = stack;
    const isUp = eventually('the stack is up', () => output().includes('Ctrl-C stops everything'), timeout);
    const hasEnded = ended.then(() => {
      throw new Error(`the stack ended:\n${output()}`);
    });
    await Promise.race([isUp, hasEnded]);
  }
  async function stop(): Promise<void> {
    stack?.kill('SIGTERM');
    await stack?.ended;
  }
  function ask<T>(path: string, body?: object, headers: Record<string, string> = {}) {
    return call<T>(`${api}${path}`, { key: keys.secret, headers, ...(body && { body }) });
  }
  async function createBatch(name: string, pages: number): Promise<string> {
    const urls = Array.from({ length: pages }, (_, at) => `${site.address}/${name}/${at}`);
    const body = { urls, engine: 'http', timeout: 120_000, maxConcurrency: 20 };
    return (await ask<{ id: string }>('/v1/batch/scrape', body)).body.id;
  }
  async function jobOf(id: string): Promise<Job> {
    return (await ask<Job>(`/v1/batch/scrape/${id}?limit=100`)).body;
  }
  async function creditsUsed(): Promise<number> {
    return (await ask<{ used: number }>('/v1/credits')).body.used;
  }
  const icon = (query: string) =>
    fetch(`http://127.0.0.1:${fixture.ports.IMAGE_PORT}/github.com?token=${keys.publishable}${query}`);
  const extractBody = () => ({
    url: `${site.address}/extracted/1`,
    schema: { type: 'object', properties: { title: { type: 'string' } } },
  });

  beforeAll(async () => {
    execFileSync('tar', ['-x', '-C', folder], { input: git('archive', firstVersion) });
    site = await listenOnLoopback(server);
    fixture = await createFixture();
    api = `http://127.0.0.1:${fixture.ports.PORT}`;
    await start(join(folder, 'deploy/local/run.mjs'));
    done = await createBatch('done', pagesBefore);
    await eventually('the first batch has ended', async () => (await jobOf(done)).status === 'completed', timeout);
    expect((await ask('/v1/scrape', { url: `${site.address}/scraped/1` })).status).toBe(200);
    expect((await ask('/v1/extract', extractBody(), { 'idempotency-key': 'before' })).status).toBe(200);
    expect((await icon('')).status).toBe(200);
    underWay = await createBatch('gated', pagesUnderWay);
    await eventually(
      'half of the second batch is read',
      async () => (await jobOf(underWay)).completed === pagesUnderWay / 2,
      timeout,
    );
    await stop();
    await start(runScript);
  }, timeout);
  afterAll(async () => {
    openGate();
    await stop();
    await site?.close();
    fixture?.clear();
    rmSync(folder, { recursive: true, force: true });
  }, timeout);

  it('keeps results, credits, keys and pictures', async () => {
    const job = await jobOf(done);
    expect(job).toMatchObject({ status: 'completed', total: pagesBefore, completed: pagesBefore, failed: 0 });
    expect(job.data.map(({ markdown }) => markdown)).toEqual(
      Array.from({ length: 100 }, (_, at) => expect.stringContaining(`number ${at}.`)),
    );
    expect((await icon('')).headers.get('x-sightread-source')).toBe('curated');
    const again = await ask<{ data: object }>('/v1/extract', extractBody(), { 'idempotency-key': 'before' });
    expect(again).toMatchObject({ status: 200, body: { data: { title: 'extracted 1' } } });
  });

  it('ends the batch that was under way, each page read, stored and charged once', async () => {
    expect((await jobOf(underWay)).status).toBe('scraping');
    openGate();
    await eventually('the second batch has ended', async () => (await jobOf(underWay)).status !== 'scraping', timeout);
    const job = await jobOf(underWay);
    const counts = { total: pagesUnderWay, completed: pagesUnderWay, failed: 0, creditsUsed: pagesUnderWay };
    expect(job).toMatchObject({ status: 'completed', ...counts });
    expect(new Set(job.data.map(({ url }) => url)).size).toBe(pagesUnderWay);
    expect(await creditsUsed()).toBe(pagesBefore + 1 + 5 + pagesUnderWay);
  });

  it('does new work of every kind', async () => {
    expect((await ask('/v1/scrape', { url: `${site.address}/scraped/2` })).status).toBe(200);
    expect((await ask('/v1/map', { url: `${site.address}/mapped/1` })).status).toBe(200);
    expect((await ask('/v1/extract', { ...extractBody(), url: `${site.address}/extracted/2` })).status).toBe(200);
    expect((await icon('&size=77')).status).toBe(200);
    const crawl = await ask<{ id: string }>('/v1/crawl', { url: `${site.address}/crawled/1` });
    expect(crawl.status).toBe(200);
    await eventually(
      'the crawl has ended',
      async () => (await ask<Job>(`/v1/crawl/${crawl.body.id}`)).body.status === 'completed',
      timeout,
    );
  });
});
