import { describe, expect, it } from 'vitest';
import { pageOf, prose } from './pageOf.ts';

describe('the metadata of a page', () => {
  it('is read from the head', async () => {
    const { metadata } = await pageOf(`<html lang="en-GB"><head>
      <title>  The
        title </title><meta name="description" content="What it is about">
      <meta property="og:title" content="OG title"><meta property="og:description" content="OG words">
      <meta property="og:image" content="/cover.png"><meta property="og:site_name" content="Site"><meta property="og:type" content="article">
      <meta name="author" content="Ada Lovelace"><meta property="article:published_time" content="2024-05-01T10:00:00Z">
      <link rel="canonical" href="/canonical"></head><body>x</body></html>`);
    expect(metadata).toEqual({
      title: 'The title',
      description: 'What it is about',
      language: 'en-GB',
      author: 'Ada Lovelace',
      published: '2024-05-01T10:00:00Z',
      siteName: 'Site',
      canonical: 'https://example.com/canonical',
      ogTitle: 'OG title',
      ogDescription: 'OG words',
      ogImage: 'https://example.com/cover.png',
      ogSiteName: 'Site',
      ogType: 'article',
    });
  });

  it('falls back to JSON-LD and to the heading', async () => {
    const jsonLd = {
      '@graph': [
        {
          '@type': 'NewsArticle',
          author: [{ name: 'A. One' }, { name: 'B. Two' }],
          datePublished: 'Wed, 01 May 2024 10:00:00 GMT',
        },
      ],
    };
    const { metadata } = await pageOf(
      `<script type="application/ld+json">${JSON.stringify(jsonLd)}</script><h1>Only heading</h1>`,
    );
    expect(metadata).toMatchObject({
      title: 'Only heading',
      author: 'A. One, B. Two',
      published: '2024-05-01T10:00:00.000Z',
    });
  });

  it('leaves out fields that the page does not have', async () => {
    expect((await pageOf('<p>hello</p>')).metadata).toEqual({});
  });

  it('ignores broken JSON-LD', async () => {
    const { metadata } = await pageOf(
      '<title>T</title><script type="application/ld+json">{"@type": "Article", oops</script>',
    );
    expect(metadata).toEqual({ title: 'T' });
  });

  it('has the heading as title if the title is written for search engines and the heading says something else', async () => {
    const { metadata } = await pageOf(
      `<title>Best Tea Kettles 2024 | Steam</title><meta property="og:type" content="article">
      <h1>The best kettles for tea that we tried</h1><p>Tea.</p>`,
    );
    expect(metadata.title).toBe('The best kettles for tea that we tried');
  });

  it('keeps the title of a page whose heading is about something else', async () => {
    const { metadata } = await pageOf('<title>Steam: kettles for tea</title><h1>Warm up your winter</h1>');
    expect(metadata.title).toBe('Steam: kettles for tea');
  });

  it('has the time of the last change beside that of publication', async () => {
    const { metadata } = await pageOf(`<title>T</title>
      <meta property="article:published_time" content="2024-05-01T10:00:00Z">
      <meta property="article:modified_time" content="2024-06-02T10:00:00Z">`);
    expect(metadata).toMatchObject({ published: '2024-05-01T10:00:00Z', modified: '2024-06-02T10:00:00Z' });
  });

  it.each([
    [
      'a class name',
      '<div class="post-meta"><span class="author-name">Ada Lovelace</span> · <span>May 1, 2024</span></div>',
    ],
    ['a sentence', '<p>By Ada Lovelace</p><p>Published on 1 May 2024</p>'],
    [
      'a link to the author',
      '<p><a href="/authors/ada">Ada Lovelace</a>, <time datetime="2024-05-01">yesterday</time></p>',
    ],
  ])('reads a byline that is marked only by %s', async (_, byline) => {
    const { metadata } = await pageOf(`<title>Bridges</title><h1>Bridges</h1>${byline}${prose(3)}`);
    expect(metadata).toMatchObject({ author: 'Ada Lovelace', published: '2024-05-01' });
  });

  it('takes neither author nor date from comments, answers and links to other articles', async () => {
    const { metadata } = await pageOf(`<title>Bridges</title><h1>Bridges</h1>${prose(3)}
      <div class="related-posts"><a href="/other">Other</a> <span class="author">Eve</span> <time datetime="2020-01-01">2020</time></div>
      <div itemscope itemtype="https://schema.org/Comment"><span itemprop="author">Mallory</span>
        <time itemprop="datePublished" datetime="2021-01-01">2021</time></div>
      <section class="comments"><span class="author">Trent</span> <time datetime="2022-01-01">2022</time></section>`);
    expect(metadata).not.toHaveProperty('author');
    expect(metadata).not.toHaveProperty('published');
  });

  it('knows the date that a page was updated from the date that it was published', async () => {
    const { metadata } = await pageOf(
      `<title>Bridges</title><h1>Bridges</h1><p>Updated June 2, 2024</p><p>Published May 1, 2024</p>${prose(3)}`,
    );
    expect(metadata).toMatchObject({ published: '2024-05-01', modified: '2024-06-02' });
  });

  it('prefers a person in the byline to an author that is only the name of the site', async () => {
    const { metadata } = await pageOf(
      `<title>Bridges</title><meta name="author" content="The Daily"><meta property="og:site_name" content="The Daily">
      <meta property="og:type" content="article"><h1>Bridges</h1><p class="byline">By Ada Lovelace</p>${prose(3)}`,
    );
    expect(metadata.author).toBe('Ada Lovelace');
  });

  it.each([
    ['JSON-LD', '<script type="application/ld+json">{"@type":"WebSite","name":"The Example"}</script><title>T</title>'],
    ['the end of the title that spells the host', '<title>Bridges | Example</title>'],
  ])('has the name of the site from %s where og:site_name is missing', async (_, head) => {
    const { metadata } = await pageOf(`${head}<p>x</p>`);
    expect(metadata.siteName).toMatch(/^(?:The )?Example$/);
    expect(metadata).not.toHaveProperty('ogSiteName');
  });
});
