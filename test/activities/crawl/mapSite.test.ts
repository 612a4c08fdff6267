import { getEventListeners } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { mapSite } from '../../../activities/crawl/mapSite.ts';
import { createFetcher, type Fetcher } from '../../../activities/egress/fetch.ts';
import { readPageLinks } from '../../../activities/pages/pageLinks.ts';
import { createRobotsReader } from '../../../activities/pages/robots/robotsReader.ts';
import { parseEgressAllow } from '../../../contracts/egress/rules.ts';
import type { MapOptions } from '../../../contracts/work/map.ts';
import { listenOnLoopback } from '../../support/loopback.ts';

const closers: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of closers) await close();
});

const rules = { allow: parseEgressAllow('127.0.0.1/32'), map: [] };
const userAgent = 'test';
const fetcher = createFetcher({ rules, userAgent });
const robots = createRobotsReader({ fetcher, userAgent });
closers.push(() => fetcher.close());
const converter = {
  readLinks: async (page: { html: string; url: string }) => readPageLinks(page),
};

type Answer = string | Buffer | ((response: ServerResponse, address: string) => void);

/** A site with these files; in their text `@` stands for its address. */
async function startSite(files: Record<string, Answer>) {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    requests.push(path);
    const file = files[path];
    if (file === undefined) response.writeHead(404).end('<html><body>Not here</body></html>');
    else if (typeof file === 'function') file(response, site.address);
    else response.end(typeof file === 'string' ? file.replaceAll('@', site.address) : file);
  });
  const site = await listenOnLoopback(server);
  closers.push(site.close);
  return { ...site, requests };
}

interface Given extends Partial<MapOptions> {
  html?: string;
  signal?: AbortSignal;
  reading?: Fetcher;
}

async function map(
  address: string,
  { html, signal = new AbortController().signal, reading = fetcher, ...given }: Given = {},
) {
  const options = {
    sitemap: 'include',
    includeSubdomains: true,
    ignoreQueryParameters: true,
    limit: 5_000,
    // Not what these tests are about: on a busy machine a million entries take their time.
    timeout: 120_000,
    ...given,
  } as const;
  const url = `${address}/`;
  const start =
    html === undefined ? undefined : { url, rawHtml: html, metadata: { sourceURL: url, url, title: 'Home' } };
  const deps = { fetcher: reading, converter, robots, rules, signal };
  const { pages, warning } = await mapSite({ url, start, options }, deps);
  return { pages, warning, paths: pages.map((page) => page.url.slice(address.length)) };
}

function urlset(...paths: string[]) {
  return `<urlset>${paths.map((path) => `<url><loc>@${path}</loc></url>`).join('')}</urlset>`;
}

function index(...paths: string[]) {
  return `<sitemapindex>${paths.map((path) => `<sitemap><loc>@${path}</loc></sitemap>`).join('')}</sitemapindex>`;
}

describe('the map of a site', () => {
  it('has the start page, its links, then its sitemaps in order, each page once', async () => {
    const { address } = await startSite({
      '/robots.txt': 'User-agent: *\nDisallow:\nSitemap: @/index.xml',
      '/index.xml': index('/late.xml', '/early.xml.gz'),
      '/late.xml': (response, self) =>
        void setTimeout(() => response.end(urlset('/c', '/a/').replaceAll('@', self)), 100),
      '/early.xml.gz': (response, self) => void response.end(gzipSync(urlset('/d', '/a').replaceAll('@', self))),
      '/sitemap.xml': urlset('/e#part'),
    });
    const html = `<a href="/a?x=1">A</a> <a href="/b"><img></a> <a href="/b">B</a> <a href="mailto:x@example.com">Mail</a>
      <a href="https://elsewhere.example/">Other</a>`;
    const { paths, pages, warning } = await map(address, { html });
    expect(paths).toEqual(['/', '/a', '/b', '/c', '/d', '/e']);
    expect(pages.slice(0, 3)).toMatchObject([{ title: 'Home' }, { title: 'A' }, { title: 'B' }]);
    expect(warning).toBeUndefined();
  });

  it('keeps queries apart if it is told to', async () => {
    const { address } = await startSite({ '/sitemap.xml': urlset('/a?x=1', '/a?x=2&amp;utm_source=y', '/a?x=2') });
    expect((await map(address, { ignoreQueryParameters: false })).paths).toEqual(['/a?x=1', '/a?x=2']);
  });

  it('ends at its limit, and a search still finds the best fit', async () => {
    const files = { '/sitemap.xml': urlset('/a', '/b', '/prices') };
    const { address } = await startSite(files);
    expect((await map(address, { limit: 2 })).paths).toEqual(['/a', '/b']);
    expect((await map(address, { limit: 2, search: 'prices' })).paths).toEqual(['/prices', '/a']);
  });

  it('reads no sitemap if it is told to skip them', async () => {
    const { address, requests } = await startSite({ '/sitemap.xml': urlset('/a') });
    expect((await map(address, { html: '<a href="/b">B</a>', sitemap: 'skip' })).paths).toEqual(['/', '/b']);
    expect(requests).toEqual([]);
  });

  it('looks in other places if the usual ones have nothing', async () => {
    const { address } = await startSite({ '/wp-sitemap.xml': index('/posts.xml'), '/posts.xml': urlset('/post') });
    expect((await map(address)).paths).toEqual(['/post']);
  });

  it('reads the feeds that the start page names', async () => {
    const { address } = await startSite({
      '/news.rss': '<rss><channel><item><title>News</title><link>@/news</link></item></channel></rss>',
    });
    const html = '<head><link rel="alternate" type="application/rss+xml" href="/news.rss"></head>';
    expect((await map(address, { html })).pages.at(-1)).toMatchObject({ title: 'News' });
  });

  it('has the end of a sitemap that takes longer than a page may', async () => {
    const limits = { totalTimeoutMs: 3_000 };
    const reading = createFetcher({ rules, userAgent, limits });
    closers.push(() => reading.close());
    const { address } = await startSite({
      '/sitemap.xml': (response, self) => {
        const [start = '', end = ''] = urlset('/early', '/late').replaceAll('@', self).split('</url>', 2);
        response.write(`${start}</url>`);
        setTimeout(() => response.end(`${end}</url></urlset>`), limits.totalTimeoutMs + 500);
      },
    });
    expect((await map(address, { reading })).paths).toEqual(['/early', '/late']);
  });

  it('can start from a sitemap', async () => {
    const { address } = await startSite({ '/': urlset('/a') });
    expect((await map(address, { html: '<?xml version="1.0"?><urlset></urlset>' })).paths).toEqual(['/a']);
  });
});

describe('a hostile site', () => {
  it('with sitemaps that name each other is read once', async () => {
    const { address, requests } = await startSite({
      '/sitemap.xml': index('/a.xml', '/sitemap.xml'),
      '/a.xml': index('/sitemap.xml', '/a.xml', '/b.xml'),
      '/b.xml': urlset('/page'),
    });
    expect((await map(address)).paths).toEqual(['/page']);
    expect(requests.filter((path) => path === '/a.xml')).toHaveLength(1);
  });

  it('with indexes without end is read to a depth, and says so', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 9 }, (_, depth) => [`/${depth}.xml`, index(`/${depth + 1}.xml`)]),
    );
    const { address, requests } = await startSite({ ...files, '/robots.txt': 'Sitemap: @/0.xml' });
    const { warning } = await map(address);
    expect(warning).toMatch(/nested more than 5 deep/);
    expect(requests).not.toContain('/5.xml');
  });

  it('with a thousand sitemaps and one is read up to a number of files', async () => {
    const many = index(...Array.from({ length: 1_200 }, (_, at) => `/missing-${at}.xml`));
    const { address, requests } = await startSite({ '/sitemap.xml': many });
    expect((await map(address)).warning).toMatch(/more than 1,000 sitemap files/);
    expect(requests.length).toBeLessThanOrEqual(1_010);
  });

  it('with a million pages elsewhere gives nothing and ends', async () => {
    const foreign = '<url><loc>http://e.example/</loc></url>'.repeat(1_010_000);
    const { address } = await startSite({ '/sitemap.xml': `<urlset>${foreign}</urlset>` });
    const { paths, warning } = await map(address);
    expect(paths).toEqual([]);
    expect(warning).toMatch(/more than 1,000,000 entries/);
  });

  it('with a sitemap of more than 50 MB is read up to there, and says so', async () => {
    const tail = `${' '.repeat(60_000_000)}<url><loc>@/late</loc></url>`;
    const { address } = await startSite({ '/sitemap.xml': `<urlset><url><loc>@/early</loc></url>${tail}</urlset>` });
    const { paths, warning } = await map(address);
    expect(paths).toEqual(['/early']);
    expect(warning).toMatch(/sitemap of more than 50 MB/);
  });

  it('with a sitemap that unpacks to gigabytes costs a part of it', async () => {
    const bomb = gzipSync(Buffer.alloc(200_000_000, ' '));
    const { address } = await startSite({
      '/sitemap.xml': bomb,
      '/robots.txt': 'Sitemap: @/good.xml',
      '/good.xml': urlset('/a'),
    });
    expect((await map(address)).paths).toEqual(['/a']);
  });

  it('with a robots.txt without end is read for its first half megabyte', async () => {
    let sent = 0;
    const { address } = await startSite({
      '/robots.txt': (response, self) => {
        response.write(`Sitemap: ${self}/found.xml\n`);
        function more() {
          while (sent < 100_000_000 && response.write('# and so on\n'.repeat(1_000))) sent += 12_000;
          response.once('drain', more);
        }
        more();
      },
      '/found.xml': urlset('/a'),
    });
    expect((await map(address)).paths).toEqual(['/a']);
    expect(sent).toBeLessThan(20_000_000);
  });

  it('with links to private addresses does not list them', async () => {
    const { address } = await startSite({ '/sitemap.xml': '<urlset><url><loc>http://10.0.0.1/</loc></url></urlset>' });
    expect((await map(address, { html: '<a href="http://192.168.0.1/">Router</a>' })).paths).toEqual(['/']);
  });

  it('that never answers gives what was found when the time is up, and says so', async () => {
    const { address } = await startSite({ '/sitemap.xml': () => {} });
    const { paths, warning } = await map(address, { html: '<a href="/a">A</a>', timeout: 1_000 });
    expect(paths).toEqual(['/', '/a']);
    expect(warning).toMatch(/time was up/);
  });

  it('is left at once when its caller goes', async () => {
    const { address } = await startSite({ '/sitemap.xml': () => {} });
    const caller = new AbortController();
    const mapping = map(address, { signal: caller.signal });
    caller.abort(new Error('gone'));
    await expect(mapping).rejects.toThrow('gone');
  });

  it('listens to nothing when it is mapped: Node keeps a combined signal that has a listener, and all that it leads to', async () => {
    const combined = vi.spyOn(AbortSignal, 'any');
    const { address } = await startSite({ '/robots.txt': 'Sitemap: /s.xml', '/s.xml': urlset('/a') });
    await map(address, { html: '<a href="/b">B</a>' });
    expect(combined.mock.results.length).toBeGreaterThan(0);
    for (const { value } of combined.mock.results) expect(getEventListeners(value, 'abort')).toEqual([]);
    combined.mockRestore();
  });
});
