import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { getJob, waitForJob } from '../../support/batches.ts';
import { call } from '../../support/client.ts';
import { crawlToEnd, createCrawl } from '../../support/crawls.ts';
import { eventually } from '../../support/eventually.ts';
import { collectionsOf, expireJob, firstExpiryMs } from '../../support/expiry.ts';
import { heldTimeoutMs, startHeldSite } from '../../support/heldSite.ts';
import { crawled } from '../../support/site/crawled.ts';

const short = { sitemap: 'skip', scrapeOptions: { formats: ['markdown'] } };
const hourMs = 60 * 60 * 1000;

describe('a crawl', () => {
  it('does not exist any more after 24 hours, and the database removes everything that belongs to it', async () => {
    const { id } = await crawlToEnd({ url: crawled('calendar'), limit: 20, ...short });
    // Before its time is over, since the database may then remove them at once.
    const collections = await collectionsOf(id);
    await expireJob(id);
    for (const path of ['', '/errors', '/results.ndjson', '/events']) {
      const { status, body } = await call(`/v1/crawl/${id}${path}`);
      expect({ status, body }).toMatchObject({ status: 404, body: { error: expect.stringContaining('24 hours') } });
    }
    expect((await call(`/v1/crawl/${id}`, { method: 'DELETE' })).status).toBe(404);
    expect((await call(`/v1/crawl/${id}/retry`, { method: 'POST', body: {} })).status).toBe(404);
    const { body } = await call<{ data: { id: string }[] }>('/v1/crawl');
    expect(body.data.map((each) => each.id)).not.toContain(id);
    expect(collections.map(({ name }) => name)).toEqual(expect.arrayContaining(['jobs', 'pages', 'crawlFrontier']));
    // What was charged stays.
    expect(collections.filter(({ expires }) => !expires)).toEqual([{ name: 'ledger', expires: false }]);
  });

  it('that runs past its 24 hours is kept with the pages that it has still to read, and then for a day', async () => {
    const links = Array.from({ length: 39 }, (_, at) => `/${at}`);
    const held = await startHeldSite({ isHeld: (path) => path !== '/', links });
    try {
      const scrapeOptions = { ...short.scrapeOptions, timeout: heldTimeoutMs };
      // Few at a time, so that most of them are begun when the job is about to expire.
      const { id } = await createCrawl({ url: held.page('/'), maxConcurrency: 4, ...short, scrapeOptions });
      await eventually('some pages are settled', async () => (await getJob(id)).completed > 0);
      await expireJob(id, hourMs);
      held.release();
      expect(await waitForJob(id)).toMatchObject({ status: 'completed', total: 40, completed: 40, creditsUsed: 40 });
      await eventually('all of it is kept for a day', async () => (await firstExpiryMs(id)) > 23 * hourMs);
      expect(Date.parse((await getJob(id)).expiresAt) - Date.now()).toBeGreaterThan(23 * hourMs);
    } finally {
      await held.close();
    }
  });

  it('that is retried in its last minutes is kept for another day as a whole', async () => {
    const { id } = await crawlToEnd({ url: crawled(`mended-${randomUUID()}`), ...short });
    await expireJob(id, 60_000);
    expect((await call(`/v1/crawl/${id}/retry`, { method: 'POST', body: {} })).status).toBe(200);
    expect(await waitForJob(id)).toMatchObject({ status: 'completed', total: 3, completed: 3 });
    expect(await firstExpiryMs(id)).toBeGreaterThan(11 * hourMs);
  });
});
