import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OfficialClient, startJavaScriptClient } from '../../support/firecrawl/client.ts';
import { site } from '../../support/fixtureSite.ts';
import { crawled } from '../../support/site/crawled.ts';

const schema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
const missing = '00000000-0000-4000-8000-000000000000';

describe('the Firecrawl JavaScript client of today', () => {
  let client: OfficialClient;
  beforeAll(() => {
    client = startJavaScriptClient();
  });
  afterAll(() => client?.close());

  it('reads a page with scrape, in every format', async () => {
    const document = await client.call('scrape', [
      site('/product?js'),
      {
        formats: [
          'markdown',
          'html',
          'rawHtml',
          'links',
          'images',
          'summary',
          { type: 'json', schema },
          { type: 'attributes', selectors: [{ selector: 'html', attribute: 'lang' }] },
          { type: 'screenshot', fullPage: true, quality: 80, viewport: { width: 800, height: 600 } },
        ],
        location: { country: 'US', languages: ['en'] },
        proxy: 'auto',
        maxAge: 0,
        storeInCache: true,
        parsers: ['pdf'],
        timeout: 60_000,
      },
    ]);
    expect(document).toMatchObject({
      markdown: expect.stringContaining('Brass lantern'),
      json: { name: 'Brass lantern' },
      attributes: [{ values: ['en'] }],
      screenshot: expect.stringContaining('screenshot.jpeg'),
      metadata: { statusCode: 200, creditsUsed: 5 },
    });
  });

  it('reads the page of a 404 with scrape', async () => {
    const document = await client.call('scrape', [site('/status?code=404')]);
    expect(document.metadata.statusCode).toBe(404);
  });

  it('throws from scrape with the status and the words of the server', async () => {
    await expect(client.call('scrape', [site('/page')], { key: 'sr_0000000000000000nobody' })).rejects.toMatchObject({
      status: 401,
    });
    await expect(client.call('scrape', [site('/hangs'), { timeout: 1_000 }])).rejects.toMatchObject({
      status: 408,
      code: 'SCRAPE_TIMEOUT',
    });
    await expect(client.call('scrape', [site('/page'), { profile: { name: 'mine' } }])).rejects.toThrow('`profile`');
  });

  it('waits in batchScrape for the end of the batch and returns all pages', async () => {
    const urls = Array.from({ length: 120 }, (_, at) => site(`/many/${at}`));
    const options = { options: { formats: ['markdown'] }, idempotencyKey: `js-${Date.now()}`, pollInterval: 1 };
    const job = await client.call('batchScrape', [urls, options]);
    expect(job).toMatchObject({ status: 'completed', total: 120, completed: 120, creditsUsed: 120 });
    expect(job.data).toHaveLength(120);
  });

  it('starts, polls and cancels a batch, and reads its errors', async () => {
    const { id, url, invalidURLs } = await client.call('startBatchScrape', [
      ['nonsense', site('/resets'), site('/one')],
    ]);
    expect(url).toContain(`/v2/batch/scrape/${id}`);
    expect(invalidURLs).toEqual(['nonsense']);
    await expect
      .poll(() => client.call('getBatchScrapeStatus', [id]))
      .toMatchObject({ status: 'completed', total: 2, completed: 2 });
    expect(await client.call('getBatchScrapeErrors', [id])).toMatchObject({
      errors: [{ url: site('/resets') }],
      robotsBlocked: [],
    });
    const hanging = await client.call('startBatchScrape', [[site('/hangs')]]);
    expect(await client.call('cancelBatchScrape', [hanging.id])).toBe(true);
    await expect(client.call('getBatchScrapeStatus', [missing])).rejects.toMatchObject({ status: 404 });
  });

  it('waits in crawl for the end of the crawl and returns all pages', async () => {
    const options = { limit: 110, scrapeOptions: { formats: ['markdown'] }, pollInterval: 1 };
    const job = await client.call('crawl', [crawled('mesh-120'), options]);
    expect(job).toMatchObject({ status: 'completed', total: 110, completed: 110 });
    expect(job.data).toHaveLength(110);
  });

  it('starts, lists and cancels a crawl, and reads its errors', async () => {
    const { id } = await client.call('startCrawl', [
      crawled('mesh-120'),
      { prompt: 'p', limit: 100, delay: 2, sitemap: 'include', allowSubdomains: false, crawlEntireDomain: true },
    ]);
    expect(await client.call('getActiveCrawls', [])).toMatchObject({
      crawls: expect.arrayContaining([expect.objectContaining({ id })]),
    });
    expect(await client.call('getCrawlErrors', [id])).toEqual({ errors: [], robotsBlocked: [] });
    expect(await client.call('cancelCrawl', [id])).toBe(true);
    expect(await client.call('getCrawlStatus', [id])).toMatchObject({ status: 'cancelled' });
    expect(await client.call('crawlParamsPreview', [crawled('tree'), 'only the blog'])).toMatchObject({
      warning: expect.stringContaining('`prompt` is ignored'),
    });
    await expect(client.call('startCrawl', [crawled('tree'), { includePaths: ['('] }])).rejects.toMatchObject({
      status: 400,
    });
  });

  it('is told of each page by its watcher, and of the end', async () => {
    const urls = Array.from({ length: 12 }, (_, at) => site(`/watched/${at}`));
    const { id } = await client.call('startBatchScrape', [[...urls, site('/resets')]]);
    const seen = await client.call('watch', [id, { kind: 'batch', pollInterval: 1, timeout: 60 }]);
    expect(seen.done).toMatchObject({ status: 'completed', total: 13, completed: 13 });
    expect(seen.documents.map(({ url }: { url: string }) => url).sort()).toEqual([...urls].sort());
    const again = await client.call('watch', [id, { kind: 'batch' }]);
    expect(again.documents).toHaveLength(12);
  });

  it('is told by its watcher that a job was cancelled, and that there is none', async () => {
    const { id } = await client.call('startCrawl', [crawled('mesh-120'), { limit: 100, delay: 5 }]);
    const watched = client.call('watch', [id, { kind: 'crawl' }]);
    await client.call('cancelCrawl', [id]);
    expect((await watched).done).toMatchObject({ status: 'cancelled' });
    expect((await client.call('watch', [missing, { kind: 'crawl' }])).error.error).toContain('There is no job');
    expect((await client.call('watch', [id, {}], { key: 'sr_0000000000000000nobody' })).error.error).toContain('key');
  });

  it('finds the pages of a site with map', async () => {
    const { links } = await client.call('map', ['http://mapped.site.example/', { search: 'pricing', limit: 3 }]);
    expect(links).toHaveLength(3);
    expect(links[0].url).toBe('http://mapped.site.example/pricing');
  });

  it('gets data from several pages with extract', async () => {
    const answer = await client.call('extract', [
      { urls: [site('/product?1'), site('/product?2')], schema, showSources: true, pollInterval: 1 },
    ]);
    expect(answer).toMatchObject({ success: true, status: 'completed', data: { name: 'Brass lantern' } });
    await expect(client.call('extract', [{ urls: [site('/page')] }])).rejects.toMatchObject({ status: 400 });
  });

  it('reads what the account has used', async () => {
    expect(await client.call('getCreditUsage', [])).toMatchObject({
      remainingCredits: expect.any(Number),
      planCredits: expect.any(Number),
    });
    expect(await client.call('getTokenUsage', [])).toMatchObject({ remainingTokens: expect.any(Number) });
    expect((await client.call('getCreditUsageHistorical', [])).periods).toHaveLength(12);
    expect((await client.call('getTokenUsageHistorical', [])).periods).toHaveLength(12);
    expect(await client.call('getConcurrency', [])).toMatchObject({ maxConcurrency: expect.any(Number) });
    expect(await client.call('getQueueStatus', [])).toMatchObject({ jobsInQueue: expect.any(Number) });
  });

  it('throws with a sentence for what this server does not have', async () => {
    await expect(client.call('search', ['lighthouses'])).rejects.toMatchObject({ status: 501 });
    await expect(client.call('startAgent', [{ prompt: 'p' }])).rejects.toMatchObject({ status: 501 });
  });
});
