import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, creditsUsed } from '../../support/client.ts';
import { site } from '../../support/fixtureSite.ts';
import { type IsolatedStack, startIsolatedStack } from '../../support/isolatedStack.ts';
import { type Searxng, startSearxng } from '../../support/searxng.ts';

interface Found {
  success: boolean;
  data: Record<'web' | 'news' | 'images', { url: string; markdown?: string; metadata?: object }[]>;
  error?: string;
}

describe('POST /v2/search', () => {
  it('is answered 501 where there is no search engine', async () => {
    const { status, body } = await call<Found>('/v2/search', { body: { query: 'ships' } });
    expect(status).toBe(501);
    expect(body).toMatchObject({ success: false, error: expect.stringContaining('SEARXNG_URL') });
  });
});

describe('POST /v2/search with a SearXNG server', () => {
  let searxng: Searxng;
  let stack: IsolatedStack;
  beforeAll(async () => {
    searxng = await startSearxng();
    searxng.results['general'] = [
      { url: site('/lighthouse'), title: 'The keeper', content: 'Counts ships.' },
      { url: site('/resets'), title: 'Broken' },
      { url: 'http://10.0.0.1/', title: 'Inside' },
      { url: 'javascript:alert(1)', title: 'No page' },
    ];
    searxng.results['news'] = [{ url: site('/page'), title: 'News', content: 'Today.', publishedDate: '2026-01-01' }];
    searxng.results['images'] = [{ url: site('/page'), title: 'A ship', img_src: site('/ship.png') }];
    stack = await startIsolatedStack('search', { SEARXNG_URL: searxng.address });
  });
  afterAll(async () => {
    await stack?.stop();
    await searxng?.close();
  });

  function search(body: object) {
    return call<Found>(`${stack.api}/v2/search`, { body: { origin: 'js-sdk@4.42.0', ...body } });
  }

  it('lists what the search engine finds, for nothing', async () => {
    const { status, body } = await search({ query: 'ships' });
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      data: {
        web: [
          { url: site('/lighthouse'), title: 'The keeper', description: 'Counts ships.', position: 1 },
          { url: site('/resets'), title: 'Broken', description: '', position: 2 },
          { url: 'http://10.0.0.1/', title: 'Inside', description: '', position: 3 },
        ],
      },
    });
    expect(await creditsUsed({ base: stack.api })).toBe(0);
  });

  it('asks for each source, so many results, and how old they may be', async () => {
    const sources = ['web', { type: 'news' }, 'images'];
    const domains = { includeDomains: ['a.example', 'b.example'], location: 'US' };
    const { body } = await search({ query: 'ships', sources, limit: 1, tbs: 'qdr:m', ...domains });
    expect(body.data).toMatchObject({
      web: [{ position: 1 }],
      news: [{ snippet: 'Today.', date: '2026-01-01' }],
      images: [{ imageUrl: site('/ship.png') }],
    });
    expect(Object.fromEntries(searxng.searches.at(-1) ?? [])).toMatchObject({
      q: 'ships site:a.example OR site:b.example',
      format: 'json',
      time_range: 'month',
    });
  });

  it('reads the pages that it finds if that is wanted; one that fails says why', async () => {
    const before = await creditsUsed({ base: stack.api });
    const { body } = await search({ query: 'ships', scrapeOptions: { formats: ['markdown'] } });
    const [read, broken, inside] = body.data.web;
    expect(read).toMatchObject({ markdown: expect.stringContaining('keeper'), metadata: { statusCode: 200 } });
    expect(broken).not.toHaveProperty('markdown');
    expect(broken).toMatchObject({ metadata: { error: expect.any(String) } });
    expect(inside).not.toHaveProperty('markdown');
    expect(await creditsUsed({ base: stack.api })).toBe(before + 1);
  });

  it('says what is wrong with a request, and when the search engine fails', async () => {
    expect(await search({ query: '' })).toMatchObject({ status: 400 });
    expect(await search({ query: 'a', tbs: 'sbd:1' })).toMatchObject({ status: 400 });
    expect(await search({ query: 'a', categories: ['github'] })).toMatchObject({ status: 400 });
    const wrong = { scrapeOptions: [], excludeDomains: [{}], includeDomains: 'a.com', sources: {} };
    for (const [field, value] of Object.entries(wrong))
      expect(await search({ query: 'a', [field]: value })).toMatchObject({
        status: 400,
        body: { error: expect.stringContaining(`\`${field}`) },
      });
    searxng.results['news'] = 403;
    const refused = await search({ query: 'a', sources: ['news'] });
    expect(refused).toMatchObject({ status: 503, body: { error: expect.stringContaining('JSON') } });
  });
});
