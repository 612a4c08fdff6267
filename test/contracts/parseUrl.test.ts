import { describe, expect, it } from 'vitest';
import { parseUrl } from '../../contracts/parseUrl.ts';

describe('a URL', () => {
  it('may have any letters, also in a process that has read many', () => {
    const urls = ['https://example.com/a', 'https://møller.dk/größe', 'https://例え.jp/ø'];
    for (let time = 0; time < 50_000; time += 1) for (const url of urls) parseUrl(url);
    expect(urls.map((url) => parseUrl(url)?.href)).toEqual([
      'https://example.com/a',
      'https://xn--mller-vua.dk/gr%C3%B6%C3%9Fe',
      'https://xn--r8jz45g.jp/%C3%B8',
    ]);
  });

  it('may be relative to another one, with any letters too', () => {
    const base = 'https://example.com/a/b?c';
    const texts = [
      '//bücher.example/x',
      'https://müller.example/',
      '/straße',
      '/',
      '?é',
      '../d',
      '/?e',
      '/\t/[bad',
      'http://[bad',
    ];
    for (let time = 0; time < 50_000; time += 1) for (const text of texts.slice(0, 7)) parseUrl(text, base);
    expect(texts.map((text) => parseUrl(text, base)?.href)).toEqual([
      'https://xn--bcher-kva.example/x',
      'https://xn--mller-kva.example/',
      'https://example.com/stra%C3%9Fe',
      'https://example.com/',
      'https://example.com/a/b?%C3%A9',
      'https://example.com/d',
      'https://example.com/?e',
      undefined,
      undefined,
    ]);
  });

  it('is none relative to what is none', () => {
    expect(parseUrl('/x', 'no URL')).toBeUndefined();
    expect(parseUrl('x', 'mailto:a@b.c')).toBeUndefined();
  });

  it.each(['', 'example.com', '/größe', 'http://', 'https://[::1', 'høst'])('is not %j', (text) => {
    expect(parseUrl(text)).toBeUndefined();
  });
});
