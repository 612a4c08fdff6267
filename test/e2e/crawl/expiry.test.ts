import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { getJob, waitForJob } from '../../support/batches.ts';
import { call } from '../../support/client.ts';
import { crawlToEnd, createCrawl } from '../../support/crawls.ts';
import { eventually } from '../../support/eventually.ts';
import { collectionsOf, expireJob, firstExpiryMs } from '../../support/expiry.ts';
import { crawled } from '../../support/site/crawled.ts';

const short = { sitemap: 'skip', scrapeOptions: { formats: ['markdown'] } };
const hourMs = 60 * 60 * 1000;

describe('a crawl', () => {
  it('does not exist any more after 24 hours, and the database removes everything that belongs to it', async () => {
    const { id } = await crawlToEnd({ url: crawled('calendar'), limit: 20, ...short });
    await expireJob(id);
    for (const path of ['', '/errors', '/results.ndjson', '/events']) {
      const { status, body } = await call(`/v1/crawl/${id}${path}`);
      expect({ status, body }).toMatchObject({ status: 404, body: { error: expect.stringContaining('24 hours') } });
    }
    expect((await call(`/v1/crawl/${id}`, { method: 'DELETE' })).status).toBe(404);
    expect((await call(`/v1/crawl/${id}/retry`, { method: 'POST', body: {} })).status).toBe(404);
    const { body } = await call<{ data: { id: string }[] }>('/v1/crawl');
    expect(body.data.map((each) => each.id)).not.toContain(id);
    const collections = await collectionsOf(id);
    expect(collections.map(({ name }) => name)).toEqual(expect.arrayContaining(['jobs', 'pages', 'crawlFrontier']));
    // What was charged stays.
    expect(collections.filter(({ expires }) => !expires)).toEqual([{ name: 'ledger', expires: false }]);
  });

  it('that runs past its 24 hours is kept with the pages that it has still to read, and then for a day', async () => {
    const { id } = await createCrawl({ url: crawled('mesh-40'), delay: 0.1, ...short });
    await eventually('some pages are settled', async () => (await getJob(id)).completed > 0);
    await expireJob(id, hourMs);
    expect(await waitForJob(id)).toMatchObject({ status: 'completed', total: 40, completed: 40, creditsUsed: 40 });
    await eventually('it is kept for a day', async () => (await firstExpiryMs(id)) > 11 * hourMs);
    expect(Date.parse((await getJob(id)).expiresAt) - Date.now()).toBeGreaterThan(22 * hourMs);
  });

  it('that is retried in its last minutes is kept for another day as a whole', async () => {
    const { id } = await crawlToEnd({ url: crawled(`mended-${randomUUID()}`), ...short });
    await expireJob(id, 60_000);
    expect((await call(`/v1/crawl/${id}/retry`, { method: 'POST', body: {} })).status).toBe(200);
    expect(await waitForJob(id)).toMatchObject({ status: 'completed', total: 3, completed: 3 });
    expect(await firstExpiryMs(id)).toBeGreaterThan(11 * hourMs);
  });
});
