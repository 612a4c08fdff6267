import FirecrawlApp from '@mendable/firecrawl-js';
import { describe, expect, it } from 'vitest';
import { api, secretKey } from '../../support/client.ts';
import { site } from '../../support/fixtureSite.ts';
import { crawled } from '../../support/site/crawled.ts';

/** The official client with our address, as existing programs would use it. */
function client(apiKey = secretKey()) {
  return new FirecrawlApp({ apiUrl: api(), apiKey });
}
const urls = [site('/one'), site('/two')];

describe('the Firecrawl v1 client', () => {
  it('reads a page with scrapeUrl', async () => {
    expect(await client().scrapeUrl(site('/page'), { formats: ['markdown', 'links'] })).toMatchObject({
      success: true,
      markdown: expect.stringContaining('lighthouse'),
      metadata: { sourceURL: site('/page'), statusCode: 200 },
    });
  });

  it('throws from scrapeUrl when the page does not exist', async () => {
    await expect(client().scrapeUrl(site('/status?code=404'))).rejects.toThrow(/422/);
  });

  it('throws from scrapeUrl when the key is wrong', async () => {
    await expect(client('sr_0000000000000000nobody').scrapeUrl(site('/page'))).rejects.toThrow(/401/);
  });

  it('waits in batchScrapeUrls for the end of the batch and returns all pages', async () => {
    const many = Array.from({ length: 120 }, (_, at) => site(`/many/${at}`));
    const result = await client().batchScrapeUrls(many, { formats: ['markdown'] }, 1, `key-${Date.now()}`);
    expect(result).toMatchObject({ status: 'completed', total: 120, completed: 120 });
    expect('data' in result && result.data).toHaveLength(120);
  });

  it('starts a batch with asyncBatchScrapeUrls and reads its status and errors', async () => {
    const started = await client().asyncBatchScrapeUrls([...urls, site('/status?code=500')], { formats: ['markdown'] });
    expect(started).toMatchObject({ success: true, id: expect.any(String), url: expect.any(String) });
    const id = 'id' in started ? (started.id ?? '') : '';
    await expect.poll(() => client().checkBatchScrapeStatus(id, true)).toMatchObject({ status: 'completed' });
    expect(await client().checkBatchScrapeStatus(id, true)).toMatchObject({ success: true, total: 3, completed: 2 });
    expect(await client().checkBatchScrapeErrors(id)).toMatchObject({
      errors: [{ url: site('/status?code=500'), error: 'The site answered 500.' }],
      robotsBlocked: [],
    });
  });

  it('throws for a batch with an invalid URL, or lists it when invalid URLs are ignored', async () => {
    await expect(client().asyncBatchScrapeUrls(['nonsense'])).rejects.toThrow(/400/);
    expect(await client().asyncBatchScrapeUrls(['nonsense', ...urls], {}, undefined, undefined, true)).toMatchObject({
      success: true,
      invalidURLs: ['nonsense'],
    });
  });

  it('finds the pages of a site with mapUrl', async () => {
    const mapped = await client().mapUrl('http://mapped.site.example/', { search: 'pricing', limit: 3 });
    expect(mapped).toMatchObject({ success: true });
    expect('links' in mapped && mapped.links?.[0]).toBe('http://mapped.site.example/pricing');
    expect('links' in mapped && mapped.links).toHaveLength(3);
  });

  it('waits in crawlUrl for the end of the crawl and returns all pages', async () => {
    const result = await client().crawlUrl(
      crawled('mesh-120'),
      { limit: 110, scrapeOptions: { formats: ['markdown'] } },
      1,
    );
    expect(result).toMatchObject({ success: true, status: 'completed', total: 110, completed: 110, creditsUsed: 110 });
    expect('data' in result && result.data).toHaveLength(110);
  });

  it('starts a crawl with asyncCrawlUrl, as it is configured in v1, and reads its status and errors', async () => {
    const started = await client().asyncCrawlUrl(crawled('tree'), {
      maxDepth: 2,
      limit: 20,
      includePaths: ['^/(about|missing)'],
      excludePaths: ['/team'],
      allowBackwardLinks: false,
      allowExternalLinks: false,
      ignoreSitemap: true,
      deduplicateSimilarURLs: true,
      ignoreQueryParameters: true,
      regexOnFullURL: false,
      scrapeOptions: { formats: ['markdown', 'links'] },
    });
    expect(started).toMatchObject({
      success: true,
      id: expect.any(String),
      url: expect.stringContaining('/v1/crawl/'),
    });
    const id = 'id' in started ? (started.id ?? '') : '';
    await expect.poll(() => client().checkCrawlStatus(id, true)).toMatchObject({ status: 'completed' });
    expect(await client().checkCrawlStatus(id, true)).toMatchObject({ success: true, total: 3, completed: 2 });
    expect(await client().checkCrawlErrors(id)).toMatchObject({
      errors: [{ url: crawled('tree', '/missing'), error: 'The site answered 404.' }],
      robotsBlocked: [],
    });
  });

  it('throws from crawlUrl when a pattern is wrong', async () => {
    await expect(client().asyncCrawlUrl(crawled('tree'), { includePaths: ['('] })).rejects.toThrow(/400/);
  });

  it('throws from checkBatchScrapeStatus when the job does not exist', async () => {
    await expect(client().checkBatchScrapeStatus('nothing')).rejects.toThrow(/404/);
  });
});
