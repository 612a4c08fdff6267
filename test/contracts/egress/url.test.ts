import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { noEgressRules } from '../../../contracts/egress/rules.ts';
import { checkUrl, shownUrl, withoutCredentials } from '../../../contracts/egress/url.ts';
import { corpus } from '../../activities/egress/ssrfCorpus.ts';

/** Why a URL is refused, or undefined if it may be read. */
function problemOf(url: string) {
  return checkUrl(url, noEgressRules).problem;
}

describe('checkUrl', () => {
  it.each([
    ['not a url', '"not a url" is not a URL: one begins with https:// or http://'],
    ['ftp://example.com/', 'ftp: URLs cannot be read, only http: and https:'],
    ['http://0x7f.1/', '127.0.0.1 is not a public address'],
    ['http://[::ffff:127.0.0.1]/', '::ffff:7f00:1 is not a public address'],
    ['http://LOCALHOST./', 'localhost is not a public address'],
    ['http://a.localhost/', 'a.localhost is not a public address'],
    ['http://printer.local/', 'printer.local is not a public address'],
    ['http://a..b/', '"a..b" is not a host name'],
    ['http://example.com:25/', 'port 25 is not one that web pages are served on'],
  ])('refuses %s with "%s"', (url, problem) => expect(problemOf(url)).toBe(problem));

  it('accepts credentials, which withoutCredentials removes', () => {
    const { url } = checkUrl('https://me:secret@example.com/a?b#c', noEgressRules);
    expect(url && withoutCredentials(url)).toBe('https://example.com/a?b#c');
    expect(url?.password).toBe('secret');
  });
});

describe('shownUrl', () => {
  it.each([
    ['https://me:secret@example.com/a?b#c', 'https://example.com/a?b#c'],
    ['https://me@example.com', 'https://example.com/'],
    ['https://:secret@EXAMPLE.com/@', 'https://example.com/@'],
    // As the caller wrote it, where there is nothing to hide.
    ['https://EXAMPLE.com/@me', 'https://EXAMPLE.com/@me'],
    ['https://example.com', 'https://example.com'],
    ['me@example', 'me@example'],
  ])('of %s is %s', (text, shown) => {
    expect(shownUrl(text)).toBe(shown);
  });
});

describe.skipIf(!existsSync(corpus))(
  `checkUrl with the SSRF corpus${existsSync(corpus) ? '' : ' (skipped: no corpus)'}`,
  () => {
    const read = (name: string) => readFileSync(new URL(name, corpus), 'utf8');

    it('accepts every URL of the allow list', () => {
      const refused = read('allow.txt')
        .trim()
        .split('\n')
        .filter((url) => problemOf(url) !== undefined);
      expect(refused).toEqual([]);
    });

    it('refuses every URL of the refuse list that needs no network to refuse', () => {
      const entries: { url: string; category: string; expect: string }[] = JSON.parse(read('refuse.json'));
      const needsNetwork = ['dns name', 'dns stub', 'redirect', 'redirect (html)'];
      const passed = entries.filter(
        (entry) => !needsNetwork.includes(entry.category) && problemOf(entry.url) === undefined,
      );
      expect(passed).toEqual([]);
    });
  },
);
