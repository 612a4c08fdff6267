import { createServer } from 'node:http';
import { json as readJson } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { ScheduleNotFoundError, ScheduleOverlapPolicy } from '@temporalio/client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MonitorResult, MonitorRunResult, PageChange } from '../../../contracts/results/monitor.ts';
import { monitorScheduleId } from '../../../contracts/work/ids.ts';
import { newAccount } from '../../support/accounts.ts';
import { call } from '../../support/client.ts';
import { settledCredits } from '../../support/credits.ts';
import { eventually } from '../../support/eventually.ts';
import { type Listening, listenOnLoopback } from '../../support/loopback.ts';
import { killProcess } from '../../support/stackProcesses.ts';
import { withStorage } from '../../support/storage.ts';
import { withTemporal } from '../../support/temporalClient.ts';

interface Delivered {
  type: string;
  id: string;
  run: string;
  data: (PageChange & { markdown?: string })[];
  metadata: object;
}

/** A page of the watched site: its lines, or the status that it answers. */
type Page = string[] | number;

const article = 'A page has a few sentences, so that there is something to read on it, and to compare.';
let pages: Record<string, Page> = {};
let loads = 0;
let delayMs = 0;
/** Requests that are waiting for their answer. */
let reading = 0;
const delivered: Delivered[] = [];

const server = createServer(async (request, response) => {
  const path = request.url ?? '/';
  if (path === '/hook') {
    delivered.push((await readJson(request)) as Delivered);
    response.end();
    return;
  }
  const page = pages[path] ?? 404;
  loads += 1;
  reading += 1;
  await sleep(delayMs);
  reading -= 1;
  if (typeof page === 'number') response.writeHead(page).end();
  else {
    const lines = [article, ...page, `${loads} visitors are online`].map((line) => `<p>${line}</p>`).join('');
    response.setHeader('content-type', 'text/html').end(`<title>${path}</title><main><h1>Page</h1>${lines}</main>`);
  }
});
let site: Listening;
beforeAll(async () => {
  site = await listenOnLoopback(server);
});
afterAll(() => site?.close());
beforeEach(() => {
  delivered.length = 0;
});

let key = '';
let account = '';
beforeAll(async () => {
  ({ key, account } = await newAccount());
});

async function monitorOf(id: string): Promise<MonitorResult> {
  return (await call<{ data: MonitorResult }>(`/v1/monitors/${id}`, { key })).body.data;
}

async function runsOf(id: string): Promise<MonitorRunResult[]> {
  // An error answer has none.
  return (await call<{ data?: MonitorRunResult[] }>(`/v1/monitors/${id}/runs`, { key })).body.data ?? [];
}

/** Waits for the end of as many runs. */
async function ranTimes(id: string, times: number): Promise<MonitorRunResult> {
  let runs: MonitorRunResult[] = [];
  await eventually(`${times} runs have ended`, async () => {
    runs = await runsOf(id);
    return runs.length === times && runs.every(({ status }) => status !== 'running');
  });
  const [last] = runs;
  if (!last) throw new Error('there is no run');
  return last;
}

async function watch(body: object): Promise<string> {
  const created = await call<{ id: string; url: string; error?: string }>('/v1/monitors', { key, body });
  expect(created).toMatchObject({ status: 200, body: { success: true } });
  const { id } = created.body;
  expect(created.body.url).toMatch(new RegExp(`/v1/monitors/${id}$`));
  expect(await ranTimes(id, 1)).toMatchObject({ status: 'completed', isFirst: true, new: 0, changed: 0, removed: 0 });
  return id;
}

/** Changes the site, runs the monitor, and returns what the run found. */
async function runAfter(id: string, change: Record<string, Page>, times: number) {
  Object.assign(pages, change);
  expect(await call(`/v1/monitors/${id}/run`, { key, method: 'POST' })).toMatchObject({ status: 200 });
  const run = await ranTimes(id, times);
  const { body } = await call<{ data: { changes: PageChange[] } }>(`/v1/monitors/${id}/runs/${run.id}`, { key });
  return { run, changes: body.data.changes };
}

describe('a monitor', () => {
  it('tells its webhook which pages are new, changed or removed, and nothing else', async () => {
    pages = { '/a': ['Widget: 10 euros'], '/b': ['Gadget: 20 euros'], '/c': ['Gizmo: 30 euros'] };
    const before = await settledCredits(account);
    const webhook = { url: `${site.address}/hook`, metadata: { shop: 1 } };
    const urls = ['/a', '/b', '/c'].map((path) => `${site.address}${path}`);
    const id = await watch({ urls, every: '1h', name: 'Prices', webhook });
    expect(await monitorOf(id)).toMatchObject({ name: 'Prices', urls, every: '1h', status: 'active' });
    // Left out of an answer for which Temporal takes too long.
    await expect.poll(async () => Date.parse((await monitorOf(id)).nextRunAt ?? '')).toBeGreaterThan(Date.now());

    const quiet = await runAfter(id, {}, 2);
    expect(quiet.changes).toEqual([]);
    // The number of visitors looked like a change, so each page was read twice; now it is known.
    expect(quiet.run).toMatchObject({ isFirst: false, pages: 3, changed: 0, creditsUsed: 6 });

    const busy = await runAfter(id, { '/a': ['Widget: 12 euros'], '/c': 404 }, 3);
    expect(busy.run).toMatchObject({ status: 'completed', pages: 3, new: 0, changed: 1, removed: 1 });
    expect(busy.changes.find(({ change }) => change === 'changed')).toEqual({
      url: urls[0],
      change: 'changed',
      added: 1,
      removed: 1,
      diff: expect.stringMatching(/\n-Widget: 10 euros\n\+Widget: 12 euros/),
    });
    expect(busy.changes.find(({ change }) => change === 'changed')?.diff).not.toContain('-1 visitors');
    expect(busy.changes).toContainEqual({ url: urls[2], change: 'removed' });
    await eventually('two events have come', () => delivered.length === 2);
    expect(
      delivered.every(({ type, id: monitor, run }) => type === 'monitor.page' && monitor === id && run === busy.run.id),
    ).toBe(true);
    const changed = delivered.find(({ data }) => data[0]?.change === 'changed');
    expect(changed?.metadata).toEqual({ shop: 1 });
    expect(changed?.data[0]?.markdown).toContain('Widget: 12 euros');

    const again = await runAfter(id, { '/c': ['Gizmo is back'] }, 4);
    expect(again.changes).toMatchObject([{ url: urls[2], change: 'new' }]);
    const used = (await runsOf(id)).reduce((sum, { creditsUsed }) => sum + creditsUsed, 0);
    expect((await settledCredits(account)) - before).toBe(used);
  });

  it('does not take a site that is down for one whose pages were removed', async () => {
    pages = { '/a': ['Up'], '/b': ['Up'] };
    const id = await watch({ urls: [`${site.address}/a`, `${site.address}/b`], every: '1h' });
    const down = await runAfter(id, { '/a': 500, '/b': 403 }, 2);
    expect(down.changes).toEqual([]);
    expect(down.run).toMatchObject({
      status: 'failed',
      unreachable: 2,
      error: expect.stringMatching(/^No page could be read: /),
    });
    const half = await runAfter(id, { '/a': ['Up'] }, 3);
    expect(half.run).toMatchObject({ status: 'completed', pages: 1, unreachable: 1, changed: 0, removed: 0 });
    const up = await runAfter(id, { '/b': ['Up again'] }, 4);
    expect(up.changes).toMatchObject([{ url: `${site.address}/b`, change: 'changed' }]);
  });

  it('finds each change once, and charges each reading once, although its worker is killed', async () => {
    pages = Object.fromEntries(['/a', '/b', '/c', '/d'].map((path) => [path, ['Before']]));
    const urls = Object.keys(pages).map((path) => `${site.address}${path}`);
    const id = await watch({ urls, every: '1h', webhook: `${site.address}/hook` });
    const before = await settledCredits(account);
    delayMs = 1_500;
    const runs = runAfter(id, { '/a': ['After'], '/b': ['After'] }, 2);
    await eventually('pages are being read', () => reading > 0);
    await killProcess('worker-fetch');
    delayMs = 0;
    const { run } = await runs;
    expect(run).toMatchObject({ status: 'completed', pages: 4, changed: 2, creditsUsed: 8 });
    await eventually('two events have come', () => delivered.length === 2);
    expect(new Set(delivered.map(({ data }) => data[0]?.url))).toEqual(new Set(urls.slice(0, 2)));
    expect((await settledCredits(account)) - before).toBe(8);
  });

  it('of a site finds pages that appear, change and go, and reads those once more that are linked no longer', async () => {
    const link = (path: string) => `<a href="${path}">${path}</a>`;
    pages = {
      '/docs/': ['Start', link('/docs/a'), link('/docs/b'), link('/docs/c')],
      '/docs/a': ['Page a'],
      '/docs/b': ['Page b'],
      '/docs/c': ['Page c'],
    };
    const at = (path: string) => `${site.address}${path}`;
    const id = await watch({ crawl: { url: at('/docs/'), sitemap: 'skip' }, every: '1h' });
    expect(await monitorOf(id)).toMatchObject({ urls: [], crawl: at('/docs/'), lastRun: { pages: 4 } });
    // The page b is linked no longer, c is gone, d is new.
    const { run, changes } = await runAfter(
      id,
      { '/docs/': ['Start', link('/docs/a'), link('/docs/c'), link('/docs/d')], '/docs/c': 404, '/docs/d': ['Page d'] },
      2,
    );
    expect(run).toMatchObject({ status: 'completed', new: 1, changed: 1, removed: 1, unreachable: 0 });
    expect(new Map(changes.map(({ url, change }) => [url, change]))).toEqual(
      new Map([
        [at('/docs/'), 'changed'],
        [at('/docs/c'), 'removed'],
        [at('/docs/d'), 'new'],
      ]),
    );
    // Nobody links to b, but it is read, and once more to tell news from noise: four pages, two of them, one of them.
    const unlinked = await runAfter(id, { '/docs/b': ['Page b, second edition'] }, 3);
    expect(unlinked.changes).toMatchObject([
      { url: at('/docs/b'), change: 'changed', diff: expect.stringContaining('+Page b, second edition') },
    ]);
    const down = await runAfter(id, { '/docs/': 503 }, 4);
    expect(down.run).toMatchObject({ status: 'failed', new: 0, changed: 0, removed: 0 });
  });

  it('that has vanished leaves no schedule behind', async () => {
    pages = { '/a': ['One'] };
    const id = await watch({ url: `${site.address}/a`, every: '1h' });
    // As if Temporal had been unreachable when it was removed.
    await withStorage(({ monitoring }) => monitoring.remove(id));
    await withTemporal(async ({ schedule }) => {
      const handle = schedule.getHandle(monitorScheduleId(id));
      // Its first run may be stored as completed and not have ended yet; then this one waits for it.
      await handle.trigger(ScheduleOverlapPolicy.BUFFER_ONE);
      const isGone = () =>
        handle
          .describe()
          .then(() => false)
          .catch((error) => error instanceof ScheduleNotFoundError);
      await eventually('its schedule is gone', isGone);
    });
  });

  it('is paused, resumed, changed and removed', async () => {
    pages = { '/a': ['One'], '/b': ['Two'] };
    const id = await watch({ url: `${site.address}/a`, every: '0 9 * * 1-5' });
    const paused = await call<{ data: MonitorResult }>(`/v1/monitors/${id}/pause`, { key, method: 'POST' });
    expect(paused).toMatchObject({ status: 200, body: { data: { status: 'paused' } } });
    expect(paused.body.data.nextRunAt).toBeUndefined();
    const resumed = await call<{ data: MonitorResult }>(`/v1/monitors/${id}/resume`, { key, method: 'POST' });
    expect(resumed).toMatchObject({ status: 200, body: { data: { status: 'active' } } });
    await expect.poll(() => monitorOf(id)).toMatchObject({ nextRunAt: expect.stringMatching(/T09:00:00/) });
    const urls = [`${site.address}/a`, `${site.address}/b`];
    const changed = await call<{ data: MonitorResult }>(`/v1/monitors/${id}`, {
      key,
      method: 'PATCH',
      body: { urls, every: '2d', name: 'Both' },
    });
    expect(changed.body.data).toMatchObject({ urls, every: '2d', name: 'Both' });
    expect((await runAfter(id, {}, 2)).changes).toMatchObject([{ url: urls[1], change: 'new' }]);
    expect((await call<{ data: { id: string }[] }>('/v1/monitors', { key })).body.data.map(({ id }) => id)).toContain(
      id,
    );
    expect(await call(`/v1/monitors/${id}`, { key, method: 'DELETE' })).toMatchObject({ status: 200 });
    expect(await call(`/v1/monitors/${id}`, { key })).toMatchObject({ status: 404 });
  });

  it('belongs to its account', async () => {
    pages = { '/a': ['Mine'] };
    const id = await watch({ url: `${site.address}/a`, every: '1h' });
    const { key: other } = await newAccount();
    for (const path of ['', '/runs', `/runs/${(await runsOf(id))[0]?.id}`])
      expect(await call(`/v1/monitors/${id}${path}`, { key: other })).toMatchObject({ status: 404 });
    for (const path of ['/run', '/pause', '/resume'])
      expect(await call(`/v1/monitors/${id}${path}`, { key: other, method: 'POST' })).toMatchObject({ status: 404 });
    expect(await call(`/v1/monitors/${id}`, { key: other, method: 'DELETE' })).toMatchObject({ status: 404 });
  });

  it.each([
    [{ every: '1h' }, 'Say what to watch'],
    [{ url: 'http://a.example', urls: ['http://b.example'], every: '1h' }, 'Say what to watch'],
    [{ url: 'http://a.example' }, '`every` is required.'],
    [{ crawl: { url: 'http://a.example', includePaths: ['('] }, every: '1h' }, '('],
    [{ crawl: { url: 'http://10.0.0.1' }, every: '1h' }, '`crawl.url`:'],
    [{ url: 'http://a.example', every: '1m' }, 'more often than every five minutes'],
    [{ url: 'http://a.example', every: '* * * * *' }, 'more often than every five minutes'],
    [{ url: 'http://a.example', every: '0,1 9 * * *' }, 'more often than every five minutes'],
    [{ url: 'http://a.example', every: 'often' }, 'neither an interval'],
    [{ url: 'http://a.example', every: '99 99 * * *' }, 'is not a cron expression'],
    [{ url: 'http://a.example', every: '0 0 30 2 *' }, 'never comes'],
    [{ url: 'http://a.example', every: '0 0 1 * 1' }, 'not both'],
    [{ url: 'http://a.example', every: '400d' }, 'longer than a year'],
    [{ url: 'http://10.0.0.1', every: '1h' }, '`url`:'],
    [{ urls: ['http://a.example', 'ftp://b.example'], every: '1h' }, '`urls[1]`:'],
    [{ url: 'http://a.example', every: '1h', webhook: 'http://10.0.0.1' }, '`webhook`:'],
    [{ url: 'http://a.example', every: '1h', maxAge: 1 }, 'Unknown field `maxAge`'],
  ])('%j is refused', async (body, problem) => {
    const refused = await call<{ error: string }>('/v1/monitors', { key, body });
    expect(refused).toMatchObject({ status: 400, body: { error: expect.stringContaining(problem) } });
  });
});

it('the plan limits how many monitors an account has', async () => {
  pages = { '/a': ['Many'] };
  const { key: free } = await newAccount('free');
  const body = { url: `${site.address}/a`, every: '1h' };
  for (let count = 0; count < 3; count += 1)
    expect(await call('/v1/monitors', { key: free, body })).toMatchObject({ status: 200 });
  expect(await call('/v1/monitors', { key: free, body })).toMatchObject({
    status: 409,
    body: { error: expect.stringContaining('3 monitors') },
  });
});
