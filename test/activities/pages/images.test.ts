import { describe, expect, it } from 'vitest';
import { pageOf } from './pageOf.ts';

async function imagesOf(body: string) {
  return (await pageOf(`<title>Pictures</title><body>${body}`, { options: { formats: ['images'] } })).images;
}

describe('the images of a page', () => {
  it('are absolute, each once, in document order', async () => {
    expect(await imagesOf('<img src="/a.png"><p><img src="b.png"><img src="/a.png">')).toEqual([
      'https://example.com/a.png',
      'https://example.com/news/b.png',
    ]);
  });

  it('are the largest that the page offers, also where they load late', async () => {
    expect(
      await imagesOf('<img src="s.png" srcset="m.png 500w, l.png 900w"><img src="x.gif" data-src="/lazy.jpg">'),
    ).toEqual(['https://example.com/news/l.png', 'https://example.com/lazy.jpg']);
  });

  it('leave out pictures that are part of the page itself', async () => {
    expect(await imagesOf('<img src="data:image/png;base64,AAAA"><img>')).toEqual([]);
  });

  it('are none in a text', async () => {
    const page = await pageOf('plain', { contentType: 'text/plain', options: { formats: ['images'] } });
    expect(page.images).toEqual([]);
  });
});
