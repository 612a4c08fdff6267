import { describe, expect, test } from 'vitest';
import type { Candidate } from '../../../../activities/icons/candidate.ts';
import { jsonLdLogos } from '../../../../activities/icons/discover/jsonLd.ts';
import { linkedIcons } from '../../../../activities/icons/discover/links.ts';
import { manifestIcons, manifestUrl } from '../../../../activities/icons/discover/manifest.ts';
import { readTags } from '../../../../activities/icons/discover/pageTags.ts';
import { browserconfigTiles, browserconfigUrl, metaTiles } from '../../../../activities/icons/discover/tiles.ts';

const home = 'https://example.com/en/';

function tags(html: string) {
  return readTags(html, home);
}

function links(html: string): Candidate[] {
  return linkedIcons(tags(html));
}

describe('linkedIcons', () => {
  test.each<[string, Candidate[]]>([
    ['<link rel="icon" href="/a.png">', [{ url: 'https://example.com/a.png', source: 'icon' }]],
    ['<link rel="shortcut icon" href="a.ico">', [{ url: 'https://example.com/en/a.ico', source: 'icon' }]],
    [
      '<LINK REL=ICON HREF=/a.png SIZES=32x32>',
      [{ url: 'https://example.com/a.png', source: 'icon', declaredSide: 32 }],
    ],
    ['<link rel="icon" type="image/svg+xml" href="/i">', [{ url: 'https://example.com/i', source: 'svg-icon' }]],
    [
      '<link rel="icon" href="/i.svg?v=2" sizes="any">',
      [{ url: 'https://example.com/i.svg?v=2', source: 'svg-icon', declaredSide: Number.POSITIVE_INFINITY }],
    ],
    [
      '<link rel="apple-touch-icon" sizes="120x120 180x180" href="/t.png">',
      [{ url: 'https://example.com/t.png', source: 'touch-icon', declaredSide: 180 }],
    ],
    [
      '<link rel="apple-touch-icon-precomposed" href="/t.png">',
      [{ url: 'https://example.com/t.png', source: 'touch-icon' }],
    ],
    [
      '<link rel="mask-icon" href="/m.svg" color="#5bbad5">',
      [{ url: 'https://example.com/m.svg', source: 'mask-icon', maskColor: '#5bbad5' }],
    ],
    ['<link rel="fluid-icon" href="/f.png">', [{ url: 'https://example.com/f.png', source: 'fluid-icon' }]],
    [
      '<link rel="icon" media="(prefers-color-scheme: dark)" href="/d.png">',
      [{ url: 'https://example.com/d.png', source: 'icon', declaredTheme: 'dark' }],
    ],
    [
      '<link rel="icon" media="(prefers-color-scheme:light)" href="/l.png">',
      [{ url: 'https://example.com/l.png', source: 'icon', declaredTheme: 'light' }],
    ],
    [
      '<link rel="icon" media="not all and (prefers-color-scheme: dark)" href="/l.png">',
      [{ url: 'https://example.com/l.png', source: 'icon', declaredTheme: 'light' }],
    ],
    ['<link rel="icon" href="//cdn.example.net/a.png">', [{ url: 'https://cdn.example.net/a.png', source: 'icon' }]],
    ['<link rel="icon" href="/a.png?x=1&amp;y=2">', [{ url: 'https://example.com/a.png?x=1&y=2', source: 'icon' }]],
    ['<link rel="icon" href="&#x2F;a.png">', [{ url: 'https://example.com/a.png', source: 'icon' }]],
    ['<link rel="icon" href="  /a b.png  ">', [{ url: 'https://example.com/a%20b.png', source: 'icon' }]],
    [
      '<base href="/static/"><link rel="icon" href="a.png">',
      [{ url: 'https://example.com/static/a.png', source: 'icon' }],
    ],
    [
      '<base href="//cdn.example.net/x/"><base href="/ignored/"><link rel="icon" href="a.png">',
      [{ url: 'https://cdn.example.net/x/a.png', source: 'icon' }],
    ],
    [
      '<link rel="icon" href="data:image/png;base64,iVBORw0KGgo=">',
      [{ url: 'data:image/png;base64,iVBORw0KGgo=', source: 'icon' }],
    ],
    [
      '</head><body><div><link rel="icon" href="/late.png"></div>',
      [{ url: 'https://example.com/late.png', source: 'icon' }],
    ],
    ['<link rel="icon" href="javascript:alert(1)"><link rel="icon" href=""><link rel="icon">', []],
    [
      '<link rel="stylesheet" href="/icon.css"><link rel="preload" as="image" href="/icon.png"><link rel="iconic" href="/x.png">',
      [],
    ],
    ['<!-- <link rel="icon" href="/commented.png"> -->', []],
    ['<script>document.write(\'<link rel="icon" href="/written.png">\')</script>', []],
  ])('reads %s', (html, expected) => {
    expect(links(html)).toEqual(expected);
  });

  test('reads all links, including duplicates', () => {
    expect(
      links('<link rel=icon href=/a.png><link rel=icon href=/b.png><link rel=icon href=/a.png>').map(({ url }) => url),
    ).toEqual(['https://example.com/a.png', 'https://example.com/b.png', 'https://example.com/a.png']);
  });
});

describe('jsonLdLogos', () => {
  const logos = (...data: string[]): string[] =>
    jsonLdLogos(tags(data.map((text) => `<script type="application/ld+json">${text}</script>`).join(''))).map(
      ({ url }) => url,
    );

  test.each([
    ['a string', '{"@type":"Organization","logo":"/logo.png"}'],
    ['an ImageObject', '{"@type":"Organization","logo":{"@type":"ImageObject","url":"/logo.png"}}'],
    ['an ImageObject with a contentUrl', '{"logo":{"@type":"ImageObject","contentUrl":"/logo.png"}}'],
    ['a list', '{"logo":["/logo.png"]}'],
    [
      'an organization inside a graph',
      '{"@graph":[{"@type":"WebSite"},{"@type":"Organization","logo":{"url":"/logo.png"}}]}',
    ],
    [
      'a reference inside a graph',
      '{"@graph":[{"@type":"Organization","logo":{"@id":"#l"}},{"@id":"#l","@type":"ImageObject","url":"/logo.png"}]}',
    ],
    [
      "an article's publisher",
      '[{"@type":"NewsArticle","publisher":{"@type":"Organization","logo":{"url":"/logo.png"}}}]',
    ],
    ['JSON in a comment', '<!-- {"logo":"/logo.png"} -->'],
    ['JSON in CDATA', '//<![CDATA[\n{"logo":"/logo.png"}\n//]]>'],
    ['JSON with a semicolon at the end', '{"logo":"/logo.png"};'],
  ])('reads the logo of %s', (_, data) => {
    expect(logos(data)).toEqual(['https://example.com/logo.png']);
  });

  test('finds nothing in broken, deeply nested or unrelated JSON-LD', () => {
    expect(
      logos(
        '{"logo":',
        '{"logo":5}',
        '{"logo":null}',
        '{"image":"/x.png"}',
        '['.repeat(20_000),
        `${'{"a":'.repeat(500)}{"logo":"/deep.png"}${'}'.repeat(500)}`,
      ),
    ).toEqual([]);
  });
});

describe('the web app manifest', () => {
  test('is found by its link element', () => {
    expect(manifestUrl(tags('<link rel="manifest" href="/site.webmanifest" crossorigin>'))).toBe(
      'https://example.com/site.webmanifest',
    );
    expect(manifestUrl(tags('<link rel="icon" href="/x">'))).toBeUndefined();
  });

  test('gives icons by purpose, with URLs relative to itself', () => {
    const text = JSON.stringify({
      icons: [
        { src: 'a.png', sizes: '192x192' },
        { src: '/b.png', sizes: '512x512', purpose: 'maskable' },
        { src: '../c.png', sizes: '48x48 96x96', purpose: 'any maskable' },
        { src: 'https://cdn.example.net/d.svg', sizes: 'any', purpose: 'monochrome' },
        { sizes: '1x1' },
        'nonsense',
      ],
    });
    expect(manifestIcons(`\uFEFF${text}`, 'https://example.com/app/manifest.json')).toEqual([
      { url: 'https://example.com/app/a.png', source: 'manifest', declaredSide: 192 },
      { url: 'https://example.com/b.png', source: 'manifest-maskable', declaredSide: 512 },
      { url: 'https://example.com/c.png', source: 'manifest', declaredSide: 96 },
      { url: 'https://cdn.example.net/d.svg', source: 'manifest-monochrome', declaredSide: Number.POSITIVE_INFINITY },
    ]);
  });

  test.each(['', 'null', '[]', '{"icons":{}}', '<html>', '{"icons":[null]}'])(
    'with the content %j gives no icons',
    (text) => {
      expect(manifestIcons(text, home)).toEqual([]);
    },
  );
});

describe('tiles', () => {
  test('are read from metas', () => {
    expect(
      metaTiles(
        tags(
          '<meta name="msapplication-TileImage" content="/tile.png"><META NAME="msapplication-square310x310logo" CONTENT="big.png"><meta name="msapplication-wide310x150logo" content="wide.png">',
        ),
      ),
    ).toEqual([
      { url: 'https://example.com/tile.png', source: 'tile' },
      { url: 'https://example.com/en/big.png', source: 'tile', declaredSide: 310 },
    ]);
  });

  test('are read from a browserconfig', () => {
    const xml =
      '<?xml version="1.0"?><browserconfig><msapplication><tile><square150x150logo src="/m.png"/><wide310x150logo src="/w.png"/><TileColor>#fff</TileColor></tile></msapplication></browserconfig>';
    expect(browserconfigTiles(xml, 'https://example.com/browserconfig.xml')).toEqual([
      { url: 'https://example.com/m.png', source: 'tile', declaredSide: 150 },
    ]);
  });

  test('have a browserconfig URL that the page states or opts out of', () => {
    expect(browserconfigUrl(tags('<meta name="msapplication-config" content="/bc.xml">'))).toBe(
      'https://example.com/bc.xml',
    );
    expect(browserconfigUrl(tags('<meta name="msapplication-config" content="none">'))).toBeNull();
    expect(browserconfigUrl(tags(''))).toBeUndefined();
  });
});
