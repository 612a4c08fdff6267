import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDecoderPool, type DecoderPool } from '../../../activities/icons/decode/pool.ts';
import { createIconFinder, type IconFinder, type SearchResult } from '../../../activities/icons/find.ts';
import { createMarks } from '../../../activities/icons/marks/marks.ts';
import { defaultSearchLimits, type SearchLimits } from '../../../activities/icons/searchLimits.ts';
import { patientLimits } from './support/patientLimits.ts';
import { bmp, discPng, discSvg, ico, icoBitmap, plainPng, svgz, tilePng } from './support/pictures.ts';
import { hang, page, type Reply, type Routes, startWeb, type Web } from './support/web.ts';

let decoder: DecoderPool;
let web: Web;
const marks = createMarks();

beforeAll(async () => {
  decoder = createDecoderPool({ inspectTimeoutMs: 60_000 });
  await decoder.warm();
});
afterAll(() => decoder.close());
beforeEach(async () => {
  web = await startWeb();
});
afterEach(() => web.close());

function finder(limits: Partial<SearchLimits> = patientLimits): IconFinder {
  return createIconFinder({ fetch: web.fetch, decoder, marks, services: [], limits });
}

/** The origin, candidate source and URL of the icon that is chosen for a site with these routes. */
async function chosenOf(routes: Routes, theme: 'light' | 'dark' = 'light'): Promise<string> {
  web.host('example.com', routes);
  return describeChosen(await finder().findIcon({ domain: 'example.com', theme }));
}

function describeChosen({ source, candidates }: SearchResult): string {
  const chosen = candidates.find((candidate) => candidate.chosen);
  return source.kind === 'none' || chosen === undefined
    ? 'none'
    : `${source.kind} ${chosen.source} ${chosen.url.replace('https://example.com', '').slice(0, 40)}`;
}

function red() {
  return discPng(180, '#d33');
}

describe('the icon finder', () => {
  test.each<[string, () => Promise<Routes>, string]>([
    [
      'an icon link',
      async () => ({ '/': page('<link rel="icon" href="/i.png">'), '/i.png': await red() }),
      'site icon /i.png',
    ],
    [
      'a touch icon link',
      async () => ({ '/': page('<link rel="apple-touch-icon" href="/t.png">'), '/t.png': await red() }),
      'site touch-icon /t.png',
    ],
    [
      'an SVG icon link',
      async () => ({ '/': page('<link rel="icon" href="/i.svg">'), '/i.svg': discSvg('#d33') }),
      'site svg-icon /i.svg',
    ],
    [
      'a mask icon link',
      async () => ({ '/': page('<link rel="mask-icon" href="/m.svg" color="#00f">'), '/m.svg': discSvg('#000') }),
      'site mask-icon /m.svg',
    ],
    [
      'a fluid icon link',
      async () => ({ '/': page('<link rel="fluid-icon" href="/f.png">'), '/f.png': await red() }),
      'site fluid-icon /f.png',
    ],
    [
      'a web app manifest',
      async () => ({
        '/': page('<link rel="manifest" href="/app/m.json">'),
        '/app/m.json': '{"icons":[{"src":"i.png","sizes":"180x180"}]}',
        '/app/i.png': await red(),
      }),
      'site manifest /app/i.png',
    ],
    [
      'a logo in its JSON-LD',
      async () => ({
        '/': page('<script type="application/ld+json">{"logo":"/logo.png"}</script>'),
        '/logo.png': await red(),
      }),
      'site json-ld /logo.png',
    ],
    [
      'a tile meta',
      async () => ({
        '/': page('<meta name="msapplication-TileImage" content="/tile.png">'),
        '/tile.png': await red(),
      }),
      'site tile /tile.png',
    ],
    [
      'a declared browserconfig',
      async () => ({
        '/': page('<meta name="msapplication-config" content="/bc.xml">'),
        '/bc.xml': '<tile><square150x150logo src="/sq.png"/></tile>',
        '/sq.png': await red(),
      }),
      'site tile /sq.png',
    ],
    [
      'an undeclared browserconfig',
      async () => ({
        '/': page(''),
        '/browserconfig.xml': '<tile><square150x150logo src="/sq.png"/></tile>',
        '/sq.png': await red(),
      }),
      'site tile /sq.png',
    ],
    [
      '/favicon.ico',
      async () => ({ '/': page(''), '/favicon.ico': ico([{ side: 32, body: await icoBitmap(32, '#d33') }]) }),
      'site well-known-icon /favicon.ico',
    ],
    [
      '/favicon.svg',
      async () => ({ '/': page(''), '/favicon.svg': discSvg('#d33') }),
      'site well-known-svg /favicon.svg',
    ],
    ['/favicon.png', async () => ({ '/': page(''), '/favicon.png': await red() }), 'site well-known-icon /favicon.png'],
    [
      '/apple-touch-icon.png',
      async () => ({ '/': page(''), '/apple-touch-icon.png': await red() }),
      'site well-known-touch /apple-touch-icon.png',
    ],
    [
      '/apple-touch-icon-precomposed.png',
      async () => ({ '/': page(''), '/apple-touch-icon-precomposed.png': await red() }),
      'site well-known-touch /apple-touch-icon-precomposed.png',
    ],
    [
      '/apple-touch-icon-152x152.png',
      async () => ({ '/': page(''), '/apple-touch-icon-152x152.png': await red() }),
      'site well-known-touch /apple-touch-icon-152x152.png',
    ],
    [
      'an icon in a data: URL',
      async () => ({ '/': page(`<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(discSvg('#d33'))}">`) }),
      'site svg-icon data:image/svg+xml,%3Csvg%20xmlns%3D%22h',
    ],
    [
      'an SVGZ icon',
      async () => ({ '/': page('<link rel="icon" href="/i.svgz">'), '/i.svgz': svgz(discSvg('#d33')) }),
      'site svg-icon /i.svgz',
    ],
    [
      'a BMP at /favicon.ico',
      async () => ({ '/': page(''), '/favicon.ico': await bmp(64, '#d33') }),
      'site well-known-icon /favicon.ico',
    ],
    [
      'an icon of the wrong content type',
      async () => ({
        '/': page('<link rel="icon" href="/i.png">'),
        '/i.png': { type: 'text/plain', body: await red() },
      }),
      'site icon /i.png',
    ],
    [
      'a home page that answers 403',
      async () => ({ '/': { status: 403, body: 'no' }, '/favicon.ico': await red() }),
      'site well-known-icon /favicon.ico',
    ],
  ])('finds the icon of a site with %s', async (_, routes, expected) => {
    expect(await chosenOf(await routes())).toBe(expected);
  });
});

describe('the choice among candidates', () => {
  test('prefers a large square icon over small, wide and blank ones, and keeps the reasons of all', async () => {
    web.host('example.com', {
      '/': page(
        '<link rel="icon" href="/16.png"><link rel="icon" href="/blank.png"><link rel="apple-touch-icon" href="/180.png"><script type="application/ld+json">{"logo":"/wide.png"}</script>',
      ),
      '/16.png': await discPng(16),
      '/blank.png': await plainPng(256, 256, '#fff'),
      '/180.png': await tilePng(180),
      '/wide.png': await plainPng(900, 90, '#d33'),
      '/favicon.ico': { type: 'text/html', body: '<h1>Not here</h1>' },
    });
    const { source, candidates } = await finder().findIcon({ domain: 'example.com', theme: 'light' });
    expect(source).toMatchObject({ kind: 'site', contentType: 'image/png', width: 180, height: 180 });
    const byUrl = Object.fromEntries(candidates.map((candidate) => [new URL(candidate.url).pathname, candidate]));
    expect(byUrl['/180.png']).toMatchObject({ chosen: true, score: expect.any(Number) });
    expect(byUrl['/16.png']).toMatchObject({ chosen: false });
    expect(byUrl['/blank.png']).toMatchObject({ reasons: [expect.stringMatching(/one plain color|not waited for/)] });
    expect(byUrl['/favicon.ico']).toMatchObject({ reasons: [expect.stringMatching(/not a picture|not waited for/)] });
    expect(byUrl['/wide.png']).not.toHaveProperty('score');
    expect(candidates[0]?.chosen).toBe(true);
  });

  test('does not delay a good icon for candidates that never arrive', async () => {
    web.host('example.com', {
      '/': page(
        '<link rel="icon" href="/i.svg"><link rel="manifest" href="/m.json"><link rel="apple-touch-icon" href="/t.png">',
      ),
      '/i.svg': discSvg('#d33'),
      '/m.json': hang,
      '/t.png': hang,
    });
    const { grace } = defaultSearchLimits;
    const found = await finder({ ...patientLimits, grace }).findIcon({ domain: 'example.com', theme: 'light' });
    expect(describeChosen(found)).toBe('site svg-icon /i.svg');
  });
});

describe('the icon for a theme', () => {
  test('is the declared dark icon on dark, but not on light', async () => {
    const routes = {
      '/': page('<link rel="icon" href="/l.svg"><link rel="icon" media="(prefers-color-scheme: dark)" href="/d.png">'),
      '/l.svg': discSvg('#06c'),
      '/d.png': await discPng(48, '#fff'),
    };
    expect(await chosenOf(routes, 'dark')).toBe('site icon /d.png');
    expect(await chosenOf(routes, 'light')).toBe('site svg-icon /l.svg');
  });

  test.each([
    ['light', '#0000ff', '#0000ff'],
    ['light', '#ffff99', '#1a1a1a'],
    ['light', 'nonsense', '#1a1a1a'],
    ['dark', '#0000ff', '#f5f5f5'],
  ] as const)('on %s, from a mask icon of color %s, is painted %s', async (theme, declared, painted) => {
    web.host('example.com', {
      '/': page(`<link rel="mask-icon" href="/m.svg" color="${declared}">`),
      '/m.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path d="M8 0l8 16H0z"/></svg>',
    });
    const { source } = await finder().findIcon({ domain: 'example.com', theme });
    expect(source.kind === 'site' && source.body.toString()).toContain(`fill="${painted}"`);
  });

  test('has the color scheme of an SVG resolved for the theme', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><style>path{fill:#000}@media (prefers-color-scheme: dark){path{fill:#fff}}</style><path d="M8 0l8 16H0z"/></svg>';
    web.host('example.com', { '/': page('<link rel="icon" href="/i.svg">'), '/i.svg': svg });
    const dark = await finder().findIcon({ domain: 'example.com', theme: 'dark' });
    expect(dark.source.kind === 'site' && dark.source.body.toString()).toMatch(/fill:#fff/);
    const light = await finder().findIcon({ domain: 'example.com', theme: 'light' });
    expect(light.source.kind === 'site' && light.source.body.toString()).not.toMatch(/fill:#fff|prefers/);
  });

  test('is the visible one of two icons', async () => {
    const routes = {
      '/': page('<link rel="icon" type="image/png" href="/two.png"><link rel="icon" href="/tile.png">'),
      '/two.png': await tilePng(256, '#000', '#111'),
      '/tile.png': await tilePng(64, '#06c', '#fff'),
    };
    expect(await chosenOf(routes, 'dark')).toBe('site icon /tile.png');
  });

  test('is repainted on dark if the only icon is black, and unchanged on light', async () => {
    web.host('example.com', { '/': page('<link rel="icon" href="/i.png">'), '/i.png': await discPng(180, '#000') });
    const { source, candidates } = await finder().findIcon({ domain: 'example.com', theme: 'dark' });
    expect(candidates.find(({ chosen }) => chosen)?.reasons.join()).toMatch(/recolored/);
    expect(source.kind === 'site' && (await decoder.inspect({ body: source.body, theme: 'dark' }))).toMatchObject({
      singleColor: expect.stringMatching(/^#f[4-6]/),
    });
    const light = await finder().findIcon({ domain: 'example.com', theme: 'light' });
    expect(light.candidates.find(({ chosen }) => chosen)?.reasons.join()).not.toMatch(/recolored/);
  });
});

describe('curated marks', () => {
  test('outrank the icons of the site, which gets no request', async () => {
    web.host('github.com', { '/': page('<link rel="icon" href="/i.svg">'), '/i.svg': discSvg('#d33') });
    const { source, candidates } = await finder().findIcon({ domain: 'github.com', theme: 'dark' });
    expect(source).toMatchObject({ kind: 'curated', contentType: 'image/svg+xml' });
    expect(candidates).toMatchObject([{ source: 'mark', url: 'logos/github-icon.svg', chosen: true }]);
    expect(web.requests).toEqual([]);
  });
});

describe('the home page', () => {
  test('is read over http if the site has no TLS', async () => {
    web.host(
      'example.com',
      { '/': page('<link rel="icon" href="/i.svg">'), '/i.svg': discSvg('#d33') },
      { https: false },
    );
    expect(describeChosen(await finder().findIcon({ domain: 'example.com', theme: 'light' }))).toBe(
      'site svg-icon http://example.com/i.svg',
    );
  });

  test('is read at www. if the bare domain does not exist', async () => {
    web.host('www.example.com', { '/': page('<link rel="icon" href="/i.svg">'), '/i.svg': discSvg('#d33') });
    expect(describeChosen(await finder().findIcon({ domain: 'example.com', theme: 'light' }))).toBe(
      'site svg-icon https://www.example.com/i.svg',
    );
  });

  test('is read after redirects, and relative URLs are resolved against the final URL', async () => {
    web.host('example.com', { '/': { status: 301, location: 'https://shop.example.net/en/' } });
    web.host('shop.example.net', { '/en/': page('<link rel="icon" href="i.svg">'), '/en/i.svg': discSvg('#d33') });
    expect(describeChosen(await finder().findIcon({ domain: 'example.com', theme: 'light' }))).toBe(
      'site svg-icon https://shop.example.net/en/i.svg',
    );
  });

  test('is the target of a meta refresh if the first page is empty', async () => {
    expect(
      await chosenOf({
        '/': page('<meta http-equiv="refresh" content="0; url=/home">'),
        '/home': page('<link rel="icon" href="/i.svg">'),
        '/i.svg': discSvg('#d33'),
      }),
    ).toBe('site svg-icon /i.svg');
  });

  test('is read at the next URL while https hangs', async () => {
    web.host('example.com', { '/': hang });
    web.host('www.example.com', { '/': page('<link rel="icon" href="/i.svg">'), '/i.svg': discSvg('#d33') });
    const quick = finder({ ...patientLimits, homePage: { ...patientLimits.homePage, headStartMs: 50 } });
    expect(describeChosen(await quick.findIcon({ domain: 'example.com', theme: 'light' }))).toBe(
      'site svg-icon https://www.example.com/i.svg',
    );
  });
});

describe('a search without a result', () => {
  test('says that the site is unavailable if the domain does not exist', async () => {
    expect(await finder().findIcon({ domain: 'example.com', theme: 'light' })).toMatchObject({
      source: { kind: 'none' },
      unavailable: true,
    });
  });

  test('says that the site is unavailable if it answers with a server error', async () => {
    web.host('example.com', { '/': { status: 503, body: 'down' } });
    expect(await finder().findIcon({ domain: 'example.com', theme: 'light' })).toMatchObject({
      source: { kind: 'none' },
      unavailable: true,
    });
  });

  test('does not say that the site is unavailable if it has no icon', async () => {
    web.host('example.com', { '/': page('<title>Plain</title>') });
    const found = await finder().findIcon({ domain: 'example.com', theme: 'light' });
    expect(found.source).toEqual({ kind: 'none' });
    expect(found).not.toHaveProperty('unavailable');
  });
});

describe('the search of a hostile site', () => {
  const tight: Partial<SearchLimits> = {
    totalTimeoutMs: 1_500,
    homePage: { timeoutMs: 400, maxBytes: 100_000, headStartMs: 100 },
    picture: { timeoutMs: 400, maxBytes: 100_000 },
  };
  const drip: Reply = (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    const timer = setInterval(() => response.write('<'), 20);
    response.on('close', () => clearInterval(timer));
  };
  const flood: Reply = (_, response) => {
    response.writeHead(200, { 'content-type': 'image/png' });
    const chunk = Buffer.alloc(64 * 1024);
    function pour(): void {
      while (response.writable && response.write(chunk));
    }
    response.on('drain', pour);
    pour();
  };

  test.each<[string, Routes]>([
    ['drips bytes', { '/': drip, '/favicon.ico': drip }],
    ['never answers', { '/': hang, '/favicon.ico': hang }],
    [
      'redirects for ever',
      { '/': { status: 302, location: '/' }, '/favicon.ico': { status: 302, location: '/favicon.ico' } },
    ],
    ['sends without end', { '/': flood, '/favicon.ico': flood }],
    ['sends an endless icon', { '/': page('<link rel="icon" href="/i.png">'), '/i.png': flood }],
    [
      'sends 5,000 icons',
      { '/': page(Array.from({ length: 5_000 }, (_, index) => `<link rel="icon" href="/${index}.png">`).join('')) },
    ],
  ])('ends in bounded time if the site %s', async (_, routes) => {
    web.host('example.com', routes);
    expect((await finder(tight).findIcon({ domain: 'example.com', theme: 'light' })).source).toEqual({ kind: 'none' });
    expect(web.requests.length).toBeLessThan(40);
  });

  test('goes on without a picture that crashes the decoder', async () => {
    const aborts =
      '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><filter id="f" x="50" y="50" width="300" height="300"><feGaussianBlur stdDeviation="4"/></filter><rect width="100" height="100" filter="url(#f)"/></svg>';
    const found = await chosenOf({
      '/': page('<link rel="icon" href="/bad.svg"><link rel="apple-touch-icon" href="/t.png">'),
      '/bad.svg': aborts,
      '/t.png': await red(),
    });
    expect(found).toBe('site touch-icon /t.png');
  });
});

test('a search ends when its caller aborts it', async () => {
  web.host('example.com', { '/': hang });
  const gone = new AbortController();
  const search = finder().findIcon({ domain: 'example.com', theme: 'light', signal: gone.signal });
  gone.abort();
  expect((await search).source).toEqual({ kind: 'none' });
});
