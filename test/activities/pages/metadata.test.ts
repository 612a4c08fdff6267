import { describe, expect, it } from 'vitest';
import { pageOf } from './pageOf.ts';

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
});
