import { describe, expect, it } from 'vitest';
import { call } from '../../support/client.ts';
import { crawled } from '../../support/site/crawled.ts';

const url = crawled('tree');

describe('POST /v1/crawl', () => {
  it.each([
    [{}, '`url` is required.'],
    [{ url: 'example' }, '`url`: "example" is not a URL'],
    [{ url: 'http://127.0.0.2/' }, '`url`: 127.0.0.2 is not a public address.'],
    [{ url, limit: 0 }, '`limit` must be from 1 to 100,000 pages, not 0.'],
    [{ url, limit: 100_001 }, '`limit` must be from 1 to 100,000 pages, not 100001.'],
    [{ url, includePaths: ['('] }, '`includePaths[0]`: "(" is not a regular expression'],
    [{ url, excludePaths: ['^/a', '(?=b)'] }, '`excludePaths[1]`: "(?=b)" is not a regular expression'],
    [{ url, excludePaths: ['((a{1000}){1000}){1000}'] }, 'invalid repeat count'],
    [{ url, sitemap: 'all' }, '`sitemap` must be one of include, only, skip.'],
    [{ url, delay: -1 }, '`delay` must be from 0 to 600 seconds, not -1.'],
    [{ url, depth: 2 }, 'Unknown field `depth`: did you mean `maxDiscoveryDepth`'],
    [
      { url, scrapeOptions: { format: 'html' } },
      'Unknown field `scrapeOptions.format`: did you mean `scrapeOptions.formats`?',
    ],
    [{ url, ignoreRobotsTxt: true }, '`ignoreRobotsTxt`: this server obeys robots.txt.'],
    [{ url, zeroDataRetention: true }, '`zeroDataRetention`'],
    [{ url, ignoreSitemap: true, sitemap: 'only' }, 'contradict'],
    [{ url, webhook: 'http://10.0.0.1/' }, '`webhook`'],
  ])('answers %j with 400 and says why', async (body, reason) => {
    const answer = await call<{ error: string }>('/v1/crawl', { body });
    expect(answer.status).toBe(400);
    expect(answer.body.error).toContain(reason);
  });
});
