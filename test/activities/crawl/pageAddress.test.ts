import { describe, expect, it } from 'vitest';
import { pageAddress } from '../../../activities/crawl/pageAddress.ts';

function addressOf(given: string, ignoreQueryParameters = false) {
  return pageAddress(new URL(given), { ignoreQueryParameters });
}

describe('the address of a page', () => {
  it.each([
    ['HTTP://Example.COM:80/a', 'http://example.com/a'],
    ['https://example.com', 'https://example.com/'],
    ['https://example.com/a/../b/./c', 'https://example.com/b/c'],
    ['https://example.com/a#section', 'https://example.com/a'],
    ['https://user:secret@example.com/a', 'https://example.com/a'],
    ['https://example.com./a', 'https://example.com/a'],
    ['https://example.com/%7euser/%41%2f', 'https://example.com/~user/A%2F'],
    ['https://møller.dk/ü', 'https://xn--mller-vua.dk/%C3%BC'],
    ['https://example.com/a;jsessionid=1A2B?x=1', 'https://example.com/a?x=1'],
    ['https://example.com/a?session_id=1A2B&x=1&PHPSESSID=2', 'https://example.com/a?x=1'],
    ['https://example.com/a?', 'https://example.com/a'],
    ['https://example.com/a?utm_source=x&b=2&gclid=1&a=1', 'https://example.com/a?b=2&a=1'],
    ['https://example.com/a?utm_source=x', 'https://example.com/a'],
  ])('%s is %s', (given, normalized) => {
    expect(addressOf(given)?.url).toBe(normalized);
  });

  it.each([
    'mailto:a@example.com',
    'javascript:void(0)',
    'ftp://example.com/',
    `https://example.com/${'a'.repeat(9_000)}`,
  ])('%.40s is none', (given) => {
    expect(addressOf(given)).toBeUndefined();
  });

  it('has no query if queries are ignored', () => {
    expect(addressOf('https://example.com/a?b=1#c', true)?.url).toBe('https://example.com/a');
  });

  it('is a fixed point', () => {
    const once = addressOf('https://example.com/%7Ea;sid=1/%2f?b=1')?.url ?? '';
    expect(addressOf(once)?.url).toBe(once);
  });
});

describe('two addresses', () => {
  it.each([
    ['http://example.com/a', 'https://example.com/a'],
    ['https://www.example.com/a', 'https://example.com/a'],
    ['https://example.com/a/', 'https://example.com/a'],
    ['https://example.com/a/index.html', 'https://example.com/a/'],
    ['https://example.com/index.php', 'https://example.com/'],
    ['https://example.com/Default.aspx', 'https://example.com'],
    ['https://example.com/a?x=1&y=2', 'https://example.com/a?y=2&x=1'],
  ])('%s and %s are one page', (one, other) => {
    expect(addressOf(one)?.key).toBe(addressOf(other)?.key);
  });

  it.each([
    ['https://example.com/a', 'https://example.com/A'],
    ['https://example.com/a', 'https://example.com/a?x=1'],
    ['https://example.com/a?x=1', 'https://example.com/a?x=2'],
    ['https://example.com/a', 'https://docs.example.com/a'],
    ['https://example.com/a', 'https://example.com:8443/a'],
    ['https://example.com/index', 'https://example.com/'],
    ['https://example.com/a.html', 'https://example.com/a'],
    ['https://example.com/a?x=1%26y=2', 'https://example.com/a?x=1&y=2'],
  ])('%s and %s are two', (one, other) => {
    expect(addressOf(one)?.key).not.toBe(addressOf(other)?.key);
  });
});
