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

  it.each(['', 'example.com', '/größe', 'http://', 'https://[::1', 'høst'])('is not %j', (text) => {
    expect(parseUrl(text)).toBeUndefined();
  });
});
