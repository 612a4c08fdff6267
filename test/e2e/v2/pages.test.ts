import { describe, expect, it } from 'vitest';
import { call, creditsUsed } from '../../support/client.ts';
import { site } from '../../support/fixtureSite.ts';

interface Scraped {
  success: boolean;
  data: { markdown?: string; metadata: Record<string, unknown> };
  error?: string;
  code?: string;
}

function scrape(body: object, options: { key?: string } = {}) {
  return call<Scraped>('/v2/scrape', { body, ...options });
}

/** What clients send whether anybody asked for it or not. */
const unaskedFor = {
  origin: 'js-sdk@4.42.0',
  integration: 'none',
  skipTlsVerification: true,
  removeBase64Images: true,
  fastMode: false,
  blockAds: true,
  storeInCache: true,
  mobile: false,
  onlyMainContent: true,
  maxAge: 14_400_000,
  proxy: 'auto',
  location: { country: 'US' },
  parsers: ['pdf'],
  actions: [],
};

describe('POST /v2/scrape', () => {
  it('reads a page as markdown, whatever a client sends along', async () => {
    const { status, body } = await scrape({ url: site('/page'), ...unaskedFor });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      data: { markdown: expect.stringContaining('lighthouse'), metadata: { statusCode: 200, creditsUsed: 1 } },
    });
    expect(Object.keys(body.data)).not.toContain('html');
  });

  it('reads the page that comes with a 404, for a credit; /v1 does not', async () => {
    const before = await creditsUsed();
    const url = site('/status?code=404');
    expect(await scrape({ url })).toMatchObject({
      status: 200,
      body: { success: true, data: { markdown: expect.any(String), metadata: { statusCode: 404 } } },
    });
    expect(await creditsUsed()).toBe(before + 1);
    expect((await call('/v1/scrape', { body: { url } })).status).toBe(422);
  });

  it('asks the site for the languages of `location`', async () => {
    const { body } = await scrape({ url: site('/language'), location: { country: 'DE', languages: ['de', 'fr'] } });
    expect(body.data.markdown).toContain('de, fr');
  });

  it.each([
    [
      'actions',
      [
        { type: 'wait', milliseconds: 40_000 },
        { type: 'wait', milliseconds: 21_000 },
      ],
    ],
    ['proxy', 'tokyo'],
    ['minAge', 5],
    ['lockdown', true],
    ['profile', { name: 'me' }],
    ['parsers', 'video'],
    ['nonsense', 1],
  ])('refuses a `%s` that it cannot honor, by name', async (field, value) => {
    const { status, body } = await scrape({ url: site('/page'), [field]: value });
    expect(status).toBe(400);
    expect(body).toEqual({ success: false, error: expect.stringContaining(`\`${field}\``) });
  });

  it('answers errors in the form of this dialect, with codes that clients know', async () => {
    expect(await scrape({ url: site('/page') }, { key: 'sr_0000000000000000nobody' })).toMatchObject({
      status: 401,
      body: { success: false, error: expect.any(String) },
    });
    expect(await scrape({ url: site('/hangs'), timeout: 1_000 })).toMatchObject({
      status: 408,
      body: { success: false, code: 'SCRAPE_TIMEOUT' },
    });
    expect(await scrape({ url: 'http://does-not-exist.invalid/' })).toMatchObject({
      status: 422,
      body: { success: false, code: 'SCRAPE_DNS_RESOLUTION_ERROR' },
    });
    expect(await call('/v2/nothing')).toMatchObject({ status: 404, body: { success: false } });
  });
});

describe('POST /v2/map', () => {
  it('lists pages as objects', async () => {
    const body = { url: 'http://mapped.site.example/', search: 'pricing', limit: 3, location: { country: 'US' } };
    const mapped = await call<{ links: { url: string }[] }>('/v2/map', { body });
    expect(mapped).toMatchObject({ status: 200, body: { success: true } });
    expect(mapped.body.links).toHaveLength(3);
    expect(mapped.body.links[0]).toMatchObject({ url: 'http://mapped.site.example/pricing' });
  });
});

describe('what /v2 does not have', () => {
  it.each(['/v2/search', '/v2/agent', '/v2/agent/some/trace', '/v2/browser', '/v2/research'])(
    '%s is answered 501 with a sentence',
    async (path) => {
      expect(await call(path, { body: {} })).toEqual({
        status: 501,
        headers: expect.anything(),
        body: { success: false, error: expect.stringMatching(/\.$/) },
      });
    },
  );
});
