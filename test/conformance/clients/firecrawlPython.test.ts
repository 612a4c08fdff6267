import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OfficialClient, startPythonClient } from '../../support/firecrawl/client.ts';
import { site } from '../../support/fixtureSite.ts';
import { crawled } from '../../support/site/crawled.ts';

const schema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };

describe('the Firecrawl Python client of today', () => {
  let client: OfficialClient;
  beforeAll(() => {
    client = startPythonClient();
  });
  afterAll(() => client?.close());

  it('reads a page with scrape', async () => {
    const formats = ['markdown', 'links', 'images', 'summary', { type: 'json', schema }];
    expect(await client.call('scrape', [site('/product?py')], { options: { formats, max_age: 0 } })).toMatchObject({
      markdown: expect.stringContaining('Brass lantern'),
      json: { name: 'Brass lantern' },
      summary: expect.any(String),
      metadata: { status_code: 200 },
    });
  });

  it('reads the page of a 404 with scrape', async () => {
    const { metadata } = await client.call('scrape', [site('/status?code=404')]);
    expect(metadata.status_code).toBe(404);
  });

  it('throws from scrape', async () => {
    const nobody = { key: 'sr_0000000000000000nobody' };
    await expect(client.call('scrape', [site('/page')], nobody)).rejects.toMatchObject({ status: 401 });
    await expect(client.call('scrape', [site('/hangs')], { options: { timeout: 1_000 } })).rejects.toMatchObject({
      status: 408,
    });
  });

  it('waits in batch_scrape for the end of the batch and returns all pages', async () => {
    const urls = Array.from({ length: 30 }, (_, at) => site(`/many/py-${at}`));
    const job = await client.call('batch_scrape', [urls], { options: { formats: ['markdown'], poll_interval: 1 } });
    expect(job).toMatchObject({ status: 'completed', total: 30, completed: 30 });
    expect(job.data).toHaveLength(30);
  });

  it('starts, polls and cancels a batch, and reads its errors', async () => {
    const { id } = await client.call('start_batch_scrape', [[site('/resets'), site('/one')]]);
    await expect
      .poll(() => client.call('get_batch_scrape_status', [id]))
      .toMatchObject({ status: 'completed', total: 2, completed: 2 });
    expect(await client.call('get_batch_scrape_errors', [id])).toMatchObject({ errors: [{ url: site('/resets') }] });
    const hanging = await client.call('start_batch_scrape', [[site('/hangs')]]);
    expect(await client.call('cancel_batch_scrape', [hanging.id])).toBe(true);
  });

  it('waits in crawl for the end of the crawl, and cannot cancel one that has ended', async () => {
    const job = await client.call('crawl', [crawled('mesh-120')], { options: { limit: 40, poll_interval: 1 } });
    expect(job).toMatchObject({ status: 'completed', total: 40, completed: 40 });
    expect(job.data).toHaveLength(40);
  });

  it('starts, lists and cancels a crawl', async () => {
    const { id } = await client.call('start_crawl', [crawled('mesh-120')], { options: { limit: 50, delay: 2 } });
    expect(JSON.stringify(await client.call('get_active_crawls', []))).toContain(id);
    expect(await client.call('cancel_crawl', [id])).toBe(true);
    expect(await client.call('get_crawl_status', [id])).toMatchObject({ status: 'cancelled' });
  });

  it('is told of each page by its watcher, and of the end', async () => {
    const urls = Array.from({ length: 5 }, (_, at) => site(`/watched/py-${at}`));
    const { id } = await client.call('start_batch_scrape', [urls]);
    const seen = await client.call('watch', [id, 'batch']);
    expect(seen.documents).toHaveLength(5);
    expect(seen.snapshots.at(-1)).toBe('completed');
  });

  it('finds the pages of a site with map', async () => {
    const { links } = await client.call('map', ['http://mapped.site.example/'], { options: { limit: 3 } });
    expect(links).toHaveLength(3);
  });

  it('gets data from several pages with extract', async () => {
    const urls = [site('/product?3'), site('/product?4')];
    expect(await client.call('extract', [], { options: { urls, schema, poll_interval: 1 } })).toMatchObject({
      status: 'completed',
      data: { name: 'Brass lantern' },
    });
  });

  it('reads what the account has used', async () => {
    expect(await client.call('get_credit_usage', [])).toMatchObject({ remaining_credits: expect.any(Number) });
    expect(await client.call('get_token_usage', [])).toMatchObject({ remaining_tokens: expect.any(Number) });
    expect(await client.call('get_concurrency', [])).toMatchObject({ max_concurrency: expect.any(Number) });
    expect(await client.call('get_queue_status', [])).toMatchObject({ jobs_in_queue: expect.any(Number) });
  });

  it('throws with a sentence for what this server does not have', async () => {
    await expect(client.call('search', ['lighthouses'])).rejects.toThrow('no search engine');
  });
});
