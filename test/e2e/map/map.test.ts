import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { newAccount } from '../../support/accounts.ts';
import { call } from '../../support/client.ts';
import { settledCredits } from '../../support/credits.ts';
import { eventually } from '../../support/eventually.ts';
import { hits, openRequests, site } from '../../support/fixtureSite.ts';
import { killProcess } from '../../support/stackProcesses.ts';

const origin = 'http://mapped.site.example';

interface Mapped {
  success: boolean;
  links: string[];
  pages: { url: string; title?: string; description?: string }[];
  warning?: string;
  error?: string;
}

function map(body: object, options: { key?: string; signal?: AbortSignal } = {}) {
  return call<Mapped>('/v1/map', { body, ...options });
}

describe('POST /v1/map', () => {
  it('finds the pages of a site in its start page, its sitemaps and its feeds, each once, for one credit', async () => {
    const { account, key } = await newAccount();
    const { status, body } = await map({ url: `${origin}/` }, { key });
    expect(status).toBe(200);
    expect(body.links).toEqual(['/', '/guide', '/one', '/two', '/pricing', '/news'].map((path) => `${origin}${path}`));
    expect(body.pages.map(({ url }) => url)).toEqual(body.links);
    expect(body.pages[0]).toMatchObject({ title: 'Mapped', description: 'A site with a map' });
    expect(body.pages[1]).toMatchObject({ title: 'The guide' });
    expect(body.pages.at(-1)).toMatchObject({ title: 'News of the day' });
    expect(await settledCredits(account)).toBe(1);
  });

  it('can leave out sitemaps, read nothing else, or keep queries', async () => {
    expect((await map({ url: origin, sitemap: 'skip' })).body.links).toEqual([`${origin}/`, `${origin}/guide`]);
    expect((await map({ url: origin, sitemapOnly: true, ignoreQueryParameters: false })).body.links).toEqual(
      ['/one', '/guide', '/one?page=2', '/two', '/pricing'].map((path) => `${origin}${path}`),
    );
  });

  it('returns fifty thousand pages of a sitemap that is given as the start', async () => {
    const { body } = await map({ url: `${origin}/maps/large.xml`, limit: 100_000 });
    expect(body.links).toHaveLength(50_004);
    expect(body.links).toContain(`${origin}/large/49999`);
  });

  it('says why a site cannot be mapped, and charges nothing', async () => {
    const { account, key } = await newAccount();
    const missing = await map({ url: site('/status?code=404'), sitemap: 'skip' }, { key });
    expect(missing).toMatchObject({ status: 422, body: { error: 'The site answered 404.' } });
    const none = await map({ url: site('/'), sitemap: 'only' }, { key });
    expect(none).toMatchObject({ status: 422, body: { error: expect.stringContaining('No sitemap') } });
    expect(await settledCredits(account)).toBe(0);
  });

  it.each([
    [{}, '`url` is required.'],
    [{ url: 'example' }, '`url`: "example" is not a URL'],
    [{ url: 'http://127.0.0.2/' }, '`url`'],
    [{ url: origin, limit: 0 }, '`limit` must be from 1 to 100,000 links, not 0.'],
    [{ url: origin, limit: 100_001 }, '`limit` must be from 1 to 100,000 links, not 100001.'],
    [{ url: origin, sitemap: 'all' }, '`sitemap` must be one of include, only, skip.'],
    [{ url: origin, depth: 2 }, 'Unknown field `depth`: a map has no such limit'],
    [{ url: origin, ignoreSitemap: true, sitemapOnly: true }, 'contradict'],
  ])('answers %j with 400 and says why', async (body, reason) => {
    const answer = await map(body);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toContain(reason);
  });

  it('stops and charges nothing when its caller disconnects', async () => {
    const { account, key } = await newAccount();
    const caller = new AbortController();
    const path = `/slow?ms=20000&gone=${randomUUID()}`;
    const answer = map({ url: site(path) }, { key, signal: caller.signal });
    await eventually('the site is being read', async () => (await hits(path)) === 1);
    caller.abort();
    await expect(answer).rejects.toThrow();
    await eventually('nothing is being read any more', async () => (await openRequests()) === 0);
    expect(await settledCredits(account)).toBe(0);
  });

  it('answers although its worker is killed while the site is being read, and charges once', async () => {
    const { account, key } = await newAccount();
    const path = `/slow?ms=3000&map=${randomUUID()}`;
    const answer = map({ url: site(path) }, { key });
    await eventually('the site is being read', async () => (await hits(path)) === 1);
    await killProcess('worker-fetch');
    expect(await answer).toMatchObject({ status: 200, body: { success: true } });
    expect(await settledCredits(account)).toBe(1);
  });
});
