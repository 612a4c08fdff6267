import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { newAccount } from '../../support/accounts.ts';
import { allItems, getJob, waitForJob } from '../../support/batches.ts';
import { api, call } from '../../support/client.ts';
import { crawlToEnd, createCrawl, urlsOf } from '../../support/crawls.ts';
import { settledCredits } from '../../support/credits.ts';
import { eventually } from '../../support/eventually.ts';
import { hits } from '../../support/fixtureSite.ts';
import { listenOnLoopback } from '../../support/loopback.ts';
import { crawled } from '../../support/site/crawled.ts';
import { killProcess } from '../../support/stackProcesses.ts';
import { withStorage } from '../../support/storage.ts';

const short = { sitemap: 'skip', scrapeOptions: { formats: ['markdown'] } };

describe('a crawl is a job', () => {
  it('obeys robots.txt under our own name and lists what it forbids', async () => {
    const { id, total } = await crawlToEnd({ url: crawled('guarded'), ...short });
    expect(total).toBe(3);
    const { body } = await call<{ robotsBlocked: string[]; errors: unknown[] }>(`/v1/crawl/${id}/errors`);
    expect(body.robotsBlocked).toEqual([crawled('guarded', '/private/a')]);
    expect(body.errors).toHaveLength(1);
  });

  it('keeps the delay of robots.txt, and one that its caller asks for', async () => {
    for (const [url, options] of [
      [crawled('slowly'), {}],
      [crawled('mesh-5'), { delay: 1 }],
    ] as const) {
      const startedAt = Date.now();
      expect(await crawlToEnd({ url, ...short, ...options })).toMatchObject({ status: 'completed', completed: 5 });
      expect(Date.now() - startedAt).toBeGreaterThan(4_000);
    }
  });

  it('grows, never past its limit, and shows counters and items of one moment', async () => {
    const { id } = await createCrawl({ url: crawled('mesh-400'), limit: 150, ...short });
    let last = { total: 0, settled: 0 };
    await eventually('it has ended', async () => {
      const job = await getJob(id);
      const settled = job.completed + job.failed;
      expect(job.total).toBeGreaterThanOrEqual(last.total);
      expect(settled).toBeGreaterThanOrEqual(last.settled);
      expect(settled).toBeLessThanOrEqual(job.total);
      expect(job.total).toBeLessThanOrEqual(150);
      expect(job.data).toHaveLength(Math.min(100, settled));
      last = { total: job.total, settled };
      return job.status !== 'scraping';
    });
    expect(last).toEqual({ total: 150, settled: 150 });
    expect(new Set(urlsOf({ data: await allItems(id) })).size).toBe(150);
  });

  it('ends when the balance does, says so, and has charged what it has read', async () => {
    const { account, key } = await newAccount('free');
    await withStorage(({ ledger }) =>
      ledger
        .reserveNow({ id: randomUUID(), account, operation: 'scrape', amount: 993, allowance: 1_000 })
        .then(() => undefined),
    );
    const job = await crawlToEnd({ url: crawled('mesh-60'), ...short }, key);
    expect(job).toMatchObject({ status: 'completed', completed: 7, creditsUsed: 7 });
    expect(job.warning).toContain('credits of the account are used up');
    expect(job.data).toHaveLength(7);
    const refused = await call<{ error: string }>('/v1/crawl', { body: { url: crawled('mesh-60') }, key });
    expect(refused.status).toBe(402);
  });

  it('is the same job for the same idempotency key', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const body = { url: crawled('mesh-5'), ...short };
    const { id } = await createCrawl(body, { headers });
    expect((await createCrawl(body, { headers })).id).toBe(id);
    const other = await call('/v1/crawl', { body: { ...body, limit: 2 }, headers });
    expect(other.status).toBe(409);
    await waitForJob(id);
  });

  it('is listed among the crawls, not among the batches, and its results can be streamed', async () => {
    const { key } = await newAccount();
    const { id } = await crawlToEnd({ url: crawled('mesh-5'), ...short }, key);
    const crawls = await call<{ data: { id: string; origin: string }[] }>('/v1/crawl', { key });
    expect(crawls.body.data).toMatchObject([{ id, origin: crawled('mesh-5') }]);
    expect((await call<{ data: unknown[] }>('/v1/batch/scrape', { key })).body.data).toEqual([]);
    const lines = await call<string>(`/v1/crawl/${id}/results.ndjson`, { key });
    expect(lines.body.trim().split('\n')).toHaveLength(5);
  });

  it('reports its progress from events until the end', async () => {
    const { key } = await newAccount();
    const { id } = await createCrawl({ url: crawled('mesh-40'), ...short }, { key });
    const headers = { authorization: `Bearer ${key}` };
    const text = await (await fetch(`${api()}/v1/crawl/${id}/events`, { headers })).text();
    const totals = [...text.matchAll(/"total":(\d+)/g)].map(([, total]) => Number(total));
    expect(totals).toEqual([...totals].sort((a, b) => a - b));
    expect(totals.at(-1)).toBe(40);
    expect(text).toContain('event: completed');
  });

  it('can be cancelled within seconds', async () => {
    const { account, key } = await newAccount();
    const { id } = await createCrawl({ url: crawled('mesh-5000'), delay: 1, ...short }, { key });
    await eventually('pages are being read', async () => (await getJob(id, '', key)).completed > 0);
    const { body } = await call<{ status: string }>(`/v1/crawl/${id}`, { method: 'DELETE', key });
    expect(body.status).toBe('cancelled');
    const { completed } = await getJob(id, '', key);
    expect(await settledCredits(account)).toBe(completed);
  });

  it('reads failed pages again, and follows the links that they have now', async () => {
    const name = `mended-${randomUUID()}`;
    const { id } = await crawlToEnd({ url: crawled(name), ...short });
    expect(await getJob(id)).toMatchObject({ status: 'completed', total: 2, failed: 1 });
    const { status } = await call(`/v1/crawl/${id}/retry`, { method: 'POST', body: {} });
    expect(status).toBe(200);
    const job = await waitForJob(id);
    expect(job).toMatchObject({ status: 'completed', total: 3, completed: 3, failed: 0, creditsUsed: 3 });
    expect(urlsOf(job)).toEqual(['/', '/later', '/behind'].map((path) => crawled(name, path)));
    expect(job.data[2]?.metadata).toMatchObject({ depth: 2, discoveredFrom: crawled(name, '/later') });
  });

  it('tells its webhook about each page', async () => {
    const events: { type: string; data: { url: string }[] }[] = [];
    const receiver = await listenOnLoopback(
      createServer((request, response) => {
        const chunks: Buffer[] = [];
        request.on('data', (chunk: Buffer) => chunks.push(chunk));
        request.on('end', () => {
          events.push(JSON.parse(String(Buffer.concat(chunks))));
          response.end();
        });
      }),
    );
    try {
      const { id } = await createCrawl({ url: crawled('mesh-5'), ...short, webhook: receiver.address });
      await eventually('the end is reported', async () => events.some(({ type }) => type === 'crawl.completed'));
      expect(events.map(({ type }) => type)).toEqual([
        'crawl.started',
        ...Array(5).fill('crawl.page'),
        'crawl.completed',
      ]);
      expect(new Set(events.flatMap(({ data }) => data.map(({ url }) => url))).size).toBe(5);
      expect((await getJob(id)).status).toBe('completed');
    } finally {
      await receiver.close();
    }
  });

  it('loses, doubles and charges nothing twice although its worker is killed halfway', async () => {
    const { account, key } = await newAccount();
    const { id } = await createCrawl({ url: crawled('mesh-300'), ...short }, { key });
    await eventually('some pages are read', async () => (await getJob(id, '', key)).completed >= 50);
    const visitsOfStart = await hits('mesh-300.crawled.site.example/');
    await killProcess('worker-fetch');
    await eventually('more pages are read', async () => (await getJob(id, '', key)).completed >= 120);
    await killProcess('worker-flow');
    const job = await waitForJob(id, 240_000, key);
    expect(job).toMatchObject({ status: 'completed', total: 300, completed: 300, failed: 0, creditsUsed: 300 });
    expect(new Set(urlsOf({ data: await allItems(id, key) })).size).toBe(300);
    expect(await settledCredits(account)).toBe(300);
    // Beyond one fetch of each page there are those that were under way when the worker was killed.
    expect(await hits('mesh-300.crawled.site.example/')).toBe(visitsOfStart);
  });
});
