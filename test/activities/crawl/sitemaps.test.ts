import { describe, expect, it } from 'vitest';
import type { SitemapEntry } from '../../../activities/crawl/sitemaps/entries.ts';
import { createSitemapSink } from '../../../activities/crawl/sitemaps/reader.ts';
import { parseRobots } from '../../../activities/pages/robots/robotsRules.ts';

/** Reads a sitemap in pieces of the given size, as a network may deliver it. */
function readInPieces(source: string | Buffer, pieceBytes: number) {
  const pages: SitemapEntry[] = [];
  const sitemaps: string[] = [];
  const sink = createSitemapSink({ onPage: (entry) => pages.push(entry), onSitemap: (url) => sitemaps.push(url) });
  const bytes = Buffer.from(source);
  for (let at = 0; at < bytes.length; at += pieceBytes) sink.write(bytes.subarray(at, at + pieceBytes));
  sink.end();
  return { pages, sitemaps, urls: pages.map(({ url }) => url) };
}

const urlset = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="i" xmlns:news="n" xmlns:xhtml="x">
  <url><loc> https://example.com/a?x=1&amp;y=2 </loc><lastmod>2026-01-02</lastmod>
    <image:image><image:loc>https://example.com/a.jpg</image:loc><image:title>No page</image:title></image:image></url>
  <url><loc><![CDATA[https://example.com/grün]]></loc><news:news><news:title>Grün</news:title></news:news></url>
  <url><loc>https://example.com/c</loc><xhtml:link rel="alternate" hreflang="de" href="https://example.com/de/c"/></url>
</urlset>`;

describe('a sitemap', () => {
  it.each([1, 7, 1_000_000])('is the same in pieces of %i bytes', (pieceBytes) => {
    expect(readInPieces(urlset, pieceBytes).pages).toEqual([
      { url: 'https://example.com/a?x=1&y=2', lastModified: '2026-01-02' },
      { url: 'https://example.com/grün', title: 'Grün' },
      { url: 'https://example.com/de/c' },
      { url: 'https://example.com/c' },
    ]);
  });

  it('may use a prefix for its own elements', () => {
    const source = '<s:urlset xmlns:s="x"><s:url><s:loc>https://example.com/a</s:loc></s:url></s:urlset>';
    expect(readInPieces(source, 10).urls).toEqual(['https://example.com/a']);
  });

  it('may be in UTF-16, or begin with a byte order mark or blank lines', () => {
    const source = '<urlset><url><loc>https://example.com/ä</loc></url></urlset>';
    for (const bytes of [
      Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(source, 'utf16le')]),
      Buffer.from(`\ufeff${source}`),
      Buffer.from(`\n\n  ${source}`),
    ])
      expect(readInPieces(bytes, 5).urls).toEqual(['https://example.com/ä']);
  });

  it('may be a list of lines', () => {
    const source = 'https://example.com/a\r\nhttps://example.com/b\n\n# a comment\nnothing\nhttps://example.com/c';
    expect(readInPieces(source, 3).urls).toEqual([
      'https://example.com/a',
      'https://example.com/b',
      'https://example.com/c',
    ]);
  });

  it('may be an index', () => {
    const source = '<sitemapindex><sitemap><loc>/s1.xml.gz</loc><lastmod>x</lastmod></sitemap></sitemapindex>';
    expect(readInPieces(source, 4)).toMatchObject({ sitemaps: ['/s1.xml.gz'], pages: [] });
  });

  it('may be RSS', () => {
    const source = `<rss><channel><title>Channel</title><link>https://example.com/</link><atom:link href="x" rel="self"/>
      <item><title>One &amp; two</title><link>https://example.com/1</link><description>&lt;b&gt;Bold&lt;/b&gt; words</description></item>
      <item><title>No link</title></item></channel></rss>`;
    expect(readInPieces(source, 11).pages).toEqual([
      { url: 'https://example.com/1', title: 'One & two', description: 'Bold words' },
    ]);
  });

  it('may be Atom', () => {
    const source = `<feed><title>Feed</title><link href="https://example.com/"/><entry><title>One</title>
      <link rel="self" href="https://example.com/feed/1"/><link href="https://example.com/1"/><updated>2026-01-01</updated></entry></feed>`;
    expect(readInPieces(source, 11).pages).toEqual([
      { url: 'https://example.com/1', title: 'One', lastModified: '2026-01-01' },
    ]);
  });

  it('keeps what was read before it breaks off', () => {
    const source = '<urlset><url><loc>https://example.com/a</loc></url><url><loc>https://example.com/b';
    expect(readInPieces(source, 9).urls).toEqual(['https://example.com/a']);
  });
});

describe('a file that is no sitemap', () => {
  it.each([
    ['an error page', '<!doctype html><html><body><url><loc>https://example.com/a</loc></url></body></html>'],
    ['nothing', ''],
    ['JSON', '{"url": "https://example.com/a"}'],
    ['deep nesting', '<a>'.repeat(100_000)],
    ['a URL of a megabyte', `<urlset><url><loc>https://example.com/${'a'.repeat(1_000_000)}</loc></url></urlset>`],
    ['one endless line', `https://example.com/${'a'.repeat(1_000_000)}`],
  ])('%s has no pages', (_, source) => {
    expect(readInPieces(source, 65_536).pages).toEqual([]);
  });

  it('does not expand entities that it defines', () => {
    const source = `<!DOCTYPE x [<!ENTITY a "https://example.com/"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>
      <urlset><url><loc>&b;&f;</loc></url></urlset>`;
    expect(readInPieces(source, 20).urls.join()).not.toMatch(/example|root/);
  });
});

it('finds the sitemaps of a robots.txt wherever they stand', () => {
  const robots =
    'Sitemap: https://example.com/1.xml\r\nUser-agent: *\nDisallow: /\n  SITEMAP :https://example.com/2.xml # x\nsitemap: /3.xml\n# Sitemap: https://example.com/no.xml\nNotSitemap: https://example.com/no.xml';
  expect(parseRobots(robots, 'Sightread').sitemaps).toEqual([
    'https://example.com/1.xml',
    'https://example.com/2.xml',
    '/3.xml',
  ]);
});
