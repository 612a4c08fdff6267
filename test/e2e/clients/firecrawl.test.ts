import FirecrawlApp from '@mendable/firecrawl-js';
import { describe, expect, it } from 'vitest';
import { api, secretKey } from '../../support/client.ts';
import { site } from '../../support/fixtureSite.ts';

/** People's existing programs: the official client, pointed at us. */
function client(apiKey = secretKey()) {
  return new FirecrawlApp({ apiUrl: api(), apiKey });
}
const urls = [site('/one'), site('/two')];

describe('the Firecrawl v1 client', () => {
  it('scrapeUrl', async () => {
    expect(await client().scrapeUrl(site('/page'), { formats: ['markdown', 'links'] })).toMatchObject({
      success: true,
      markdown: expect.stringContaining('lighthouse'),
      metadata: { sourceURL: site('/page'), statusCode: 200 },
    });
  });

  it('scrapeUrl of a page that is not there', async () => {
    await expect(client().scrapeUrl(site('/status?code=404'))).rejects.toThrow(/422/);
  });

  it('scrapeUrl with a wrong key', async () => {
    await expect(client('sr_0000000000000000nobody').scrapeUrl(site('/page'))).rejects.toThrow(/401/);
  });

  it('batchScrapeUrls waits for the end and gives all pages', async () => {
    const many = Array.from({ length: 120 }, (_, at) => site(`/many/${at}`));
    const result = await client().batchScrapeUrls(many, { formats: ['markdown'] }, 1, `key-${Date.now()}`);
    expect(result).toMatchObject({ status: 'completed', total: 120, completed: 120 });
    expect('data' in result && result.data).toHaveLength(120);
  });

  it('asyncBatchScrapeUrls, then checkBatchScrapeStatus and checkBatchScrapeErrors', async () => {
    const started = await client().asyncBatchScrapeUrls([...urls, site('/status?code=500')], { formats: ['markdown'] });
    expect(started).toMatchObject({ success: true, id: expect.any(String), url: expect.any(String) });
    const id = 'id' in started ? (started.id ?? '') : '';
    await expect
      .poll(() => client().checkBatchScrapeStatus(id, true), { timeout: 30_000 })
      .toMatchObject({ status: 'completed' });
    expect(await client().checkBatchScrapeStatus(id, true)).toMatchObject({ success: true, total: 3, completed: 2 });
    expect(await client().checkBatchScrapeErrors(id)).toMatchObject({
      errors: [{ url: site('/status?code=500'), error: 'The site answered 500.' }],
      robotsBlocked: [],
    });
  });

  it('a batch with a bad URL, refused or left out', async () => {
    await expect(client().asyncBatchScrapeUrls(['nonsense'])).rejects.toThrow(/400/);
    expect(await client().asyncBatchScrapeUrls(['nonsense', ...urls], {}, undefined, undefined, true)).toMatchObject({
      success: true,
      invalidURLs: ['nonsense'],
    });
  });

  it('the status of a job that is not there', async () => {
    await expect(client().checkBatchScrapeStatus('nothing')).rejects.toThrow(/404/);
  });
});
