import { describe, expect, it } from 'vitest';
import { siteScope } from '../../../activities/crawl/siteScope.ts';

function belongs(base: string, url: string, includeSubdomains: boolean): boolean {
  return siteScope(new URL(base), { includeSubdomains })(new URL(url));
}

describe('the scope of a site', () => {
  it.each([
    ['https://example.com/a', 'http://www.example.com/b'],
    ['https://www.example.com/a', 'https://example.com/b'],
    ['http://192.0.2.1:8080/', 'http://192.0.2.1:8080/a'],
  ])('of %s has %s', (base, url) => {
    expect(belongs(base, url, false)).toBe(true);
    expect(belongs(base, url, true)).toBe(true);
  });

  it.each([
    ['https://example.com/', 'https://docs.example.com/'],
    ['https://docs.example.com/', 'https://example.com/'],
    ['https://shop.example.co.uk/', 'https://www.example.co.uk/'],
  ])('of %s has %s only with subdomains', (base, url) => {
    expect(belongs(base, url, true)).toBe(true);
    expect(belongs(base, url, false)).toBe(false);
  });

  it.each([
    ['https://example.com/', 'https://example.org/'],
    ['https://example.co.uk/', 'https://other.co.uk/'],
    ['https://one.github.io/', 'https://two.github.io/'],
    ['https://example.com/', 'https://example.com:8443/'],
    ['https://example.com/', 'https://badexample.com/'],
    ['http://192.0.2.1/', 'http://192.0.2.2/'],
  ])('of %s never has %s', (base, url) => {
    expect(belongs(base, url, true)).toBe(false);
  });
});
