import { describe, expect, it } from 'vitest';
import { newAccount } from '../../support/accounts.ts';
import { crawlToEnd, urlsOf } from '../../support/crawls.ts';
import { settledCredits } from '../../support/credits.ts';
import { hits } from '../../support/fixtureSite.ts';
import { crawled } from '../../support/site/crawled.ts';

function tree(path: string): string {
  return crawled('tree', path);
}
const markdown = { scrapeOptions: { formats: ['markdown'] } };

/** The paths that a crawl has read, sorted. */
async function pathsOf(body: object): Promise<string[]> {
  return urlsOf(await crawlToEnd({ url: tree('/'), ...markdown, ...body }))
    .map((url) => url.replace(tree(''), ''))
    .sort();
}

describe('a crawl', () => {
  it('reads the pages of a site, each once, in order of discovery, and charges each that worked', async () => {
    const { account, key } = await newAccount();
    const before = await hits(tree('/docs/two').slice('http://'.length));
    const job = await crawlToEnd({ url: tree('/'), maxConcurrency: 1, ...markdown }, key);
    expect(urlsOf(job)).toEqual(
      [
        '/',
        '/docs/',
        '/about',
        '/hidden',
        '/docs/one',
        '/docs/two',
        '/team',
        '/missing',
        '/docs/draft',
        '/docs/deep/three',
        '/team?sort=name',
        '/team?sort=age',
      ].map(tree),
    );
    expect(job).toMatchObject({ status: 'completed', total: 12, completed: 11, failed: 1, creditsUsed: 11 });
    expect(await settledCredits(account)).toBe(11);
    // Once more if its worker was taken for dead, which is not charged.
    expect(await hits(tree('/docs/two').slice('http://'.length))).toBeGreaterThan(before);
    const [start, docs, , hidden] = job.data;
    expect(start?.metadata).toMatchObject({ depth: 0, sourceURL: tree('/') });
    expect(start?.markdown).toContain('lighthouse');
    expect(start?.links).toBeUndefined();
    expect(docs?.metadata).toMatchObject({ depth: 1, discoveredFrom: tree('/') });
    expect(hidden?.metadata).toMatchObject({ depth: 0, discoveredFrom: tree('/sitemap.xml') });
    expect(job.data[7]).toMatchObject({ error: 'The site answered 404.', metadata: { depth: 2 } });
    expect(job.warning).toBe('Links to addresses that are not public were left out.');
  });

  it('ends at its limit', async () => {
    for (const limit of [1, 2, 5]) {
      const job = await crawlToEnd({ url: tree('/'), limit, ...markdown });
      expect(job).toMatchObject({ status: 'completed', total: limit });
      expect(job.data).toHaveLength(limit);
    }
  });

  it.each([
    [{ maxDiscoveryDepth: 0, sitemap: 'skip' }, ['/']],
    [{ maxDiscoveryDepth: 1, sitemap: 'skip' }, ['/', '/about', '/docs/']],
    [{ maxDiscoveryDepth: 0 }, ['/', '/about', '/hidden']],
    [{ maxDepth: 1, ignoreQueryParameters: true }, ['/', '/about', '/docs/', '/hidden', '/missing', '/team']],
    [{ sitemap: 'only' }, ['/', '/about', '/hidden']],
    [{ includePaths: ['^/docs'], ignoreSitemap: true }, ['/', '/docs/', '/docs/deep/three', '/docs/one', '/docs/two']],
    [{ excludePaths: ['^/docs', '/team'], sitemap: 'skip' }, ['/', '/about', '/missing']],
    [{ includePaths: ['tree\\.crawled.*/about$'], regexOnFullURL: true }, ['/', '/about']],
    [{ includePaths: ['tree\\.crawled'] }, ['/']],
    [{ url: tree('/docs/'), sitemap: 'skip' }, ['/docs/', '/docs/deep/three', '/docs/one', '/docs/two']],
    [{ url: tree('/docs/one'), sitemap: 'skip' }, ['/docs/one']],
    [
      { url: tree('/docs/'), sitemap: 'skip', crawlEntireDomain: true, limit: 3, maxConcurrency: 1 },
      ['/', '/docs/', '/docs/one'],
    ],
    [
      { url: tree('/docs/'), sitemap: 'skip', allowBackwardLinks: true, maxDiscoveryDepth: 1 },
      ['/', '/docs/', '/docs/one', '/docs/two'],
    ],
    [
      {
        url: tree('/team'),
        sitemap: 'skip',
        ignoreQueryParameters: true,
        crawlEntireDomain: true,
        maxDiscoveryDepth: 1,
      },
      ['/about', '/team'],
    ],
  ])('with %j reads %j', async (options, paths) => {
    expect(await pathsOf(options)).toEqual(paths);
  });

  it('says what would read more if its start leads to no page below itself', async () => {
    const options = { url: tree('/docs/one'), sitemap: 'skip', ...markdown };
    const { total, warning } = await crawlToEnd(options);
    expect(total).toBe(1);
    expect(warning).toContain('`crawlEntireDomain`');
    expect((await crawlToEnd({ ...options, url: tree('/docs/') })).warning).toBeUndefined();
    expect((await crawlToEnd({ ...options, maxDiscoveryDepth: 0 })).warning).toBeUndefined();
    expect((await crawlToEnd({ ...options, crawlEntireDomain: true, limit: 3 })).warning).toBeUndefined();
  });

  it('takes similar addresses for one page, unless it is told not to', async () => {
    const options = { url: tree('/'), sitemap: 'skip', maxDiscoveryDepth: 1, ...markdown };
    expect(urlsOf(await crawlToEnd(options))).toHaveLength(3);
    const all = await crawlToEnd({ ...options, deduplicateSimilarURLs: false, maxConcurrency: 1 });
    expect(urlsOf(all)).toEqual([
      ...['/', '/docs/', '/about', '/docs', '/docs/index.html'].map(tree),
      'https://tree.crawled.site.example/about/',
      'http://www.tree.crawled.site.example/about',
    ]);
  });

  it('reads subdomains and other sites only if it may, and follows no links of the latter', async () => {
    const sub = [crawled('sub.tree'), crawled('sub.tree', '/more')];
    const options = { url: tree('/'), sitemap: 'skip', excludePaths: ['^/(docs|about)'], ...markdown };
    expect(urlsOf(await crawlToEnd({ ...options, allowSubdomains: true })).sort()).toEqual(
      // All hosts of site.example are one domain.
      [tree('/'), crawled('other'), crawled('other', '/more'), tree('/team'), ...sub]
        .concat(['/team?sort=name', '/team?sort=age'].map(tree))
        .sort(),
    );
    expect(urlsOf(await crawlToEnd({ ...options, allowExternalLinks: true })).sort()).toEqual(
      [tree('/'), crawled('sub.tree'), crawled('other')].sort(),
    );
  });

  it('is of the site that its start redirects to', async () => {
    const job = await crawlToEnd({ url: crawled('old', '/handbook'), sitemap: 'skip', ...markdown });
    expect(urlsOf(job).sort()).toEqual(
      [crawled('old', '/handbook'), ...['/docs/deep/three', '/docs/one', '/docs/two'].map(tree)].sort(),
    );
    expect(job.data[0]?.metadata).toMatchObject({ url: tree('/docs/'), depth: 0 });
    const whole = await crawlToEnd({ url: crawled('old'), ...markdown });
    expect(whole.total).toBe(12);
  });

  it('settles what leads to an accepted page without content and for nothing, and names pages with the same text', async () => {
    const { account, key } = await newAccount();
    const job = await crawlToEnd({ url: crawled('copies'), sitemap: 'skip', maxConcurrency: 1, ...markdown }, key);
    const copies = (path: string) => crawled('copies', path);
    const item = (path: string) => job.data.find(({ url }) => url === copies(path));
    expect(urlsOf(job)).toEqual(
      ['/', '/real', '/moved', '/printed', '/copied', '/away', '/hop', '/loop', '/only-here'].map(copies),
    );
    for (const path of ['/moved', '/printed']) {
      expect(item(path)?.metadata.duplicateOf).toBe(copies('/real'));
      expect(item(path)?.markdown).toBeUndefined();
    }
    expect(item('/copied')?.metadata.duplicateOf).toBe(copies('/real'));
    expect(item('/copied')?.markdown).toContain('The real page');
    expect(item('/away')?.markdown).toBeUndefined();
    expect(item('/away')?.warning).toContain('not part of this crawl');
    expect(item('/hop')?.metadata).toMatchObject({ url: copies('/landing') });
    expect(item('/hop')?.markdown).toContain('lighthouse');
    expect(item('/loop')?.error).toContain('Redirect loop');
    expect(job).toMatchObject({ total: 9, completed: 8, failed: 1, creditsUsed: 5 });
    expect(await settledCredits(account)).toBe(5);
  });

  it('keeps what pages have themselves that lead to one which fails later', async () => {
    const { account, key } = await newAccount();
    const job = await crawlToEnd({ url: crawled('lost'), sitemap: 'skip', maxConcurrency: 1, ...markdown }, key);
    const item = (path: string) => job.data.find(({ url }) => url === crawled('lost', path));
    expect(item('/real')?.error).toContain('500');
    expect(item('/printed')?.markdown).toContain('The page, to be printed.');
    expect(item('/shared')?.markdown).toContain('The page, to be shared.');
    for (const path of ['/printed', '/shared']) expect(item(path)?.metadata.duplicateOf).toBeUndefined();
    expect(job).toMatchObject({ total: 5, completed: 4, failed: 1, creditsUsed: 4 });
    expect(await settledCredits(account)).toBe(4);
  });
});
