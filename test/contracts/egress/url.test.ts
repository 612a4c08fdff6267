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
    ['not a url', '"not a url" is not a URL: one begins with https:// or http://.'],
    ['example.com', '"example.com" is not a URL: did you mean https://example.com?'],
    [' example.com/a?b=c#d', '" example.com/a?b=c#d" is not a URL: did you mean https://example.com/a?b=c#d?'],
    ['//example.co.uk/a', '"//example.co.uk/a" is not a URL: did you mean https://example.co.uk/a?'],
    ['https//example.com', '"https//example.com" is not a URL: did you mean https://example.com?'],
    ['example.com:8080/a', '"example.com:8080/a" is not a URL: did you mean https://example.com:8080/a?'],
    ['møller.dk', '"møller.dk" is not a URL: did you mean https://møller.dk?'],
    // Nothing that would be refused as well, or that is no address.
    ['example.com:25', '"example.com:25" is not a URL: one begins with https:// or http://.'],
    ['localhost:3000', '"localhost:3000" is not a URL: one begins with https:// or http://.'],
    ['10.0.0.1', '"10.0.0.1" is not a URL: one begins with https:// or http://.'],
    ['printer.local', '"printer.local" is not a URL: one begins with https:// or http://.'],
    ['index.html', '"index.html" is not a URL: one begins with https:// or http://.'],
    ['co.uk', '"co.uk" is not a URL: one begins with https:// or http://.'],
    ['me@example.com', '"me@example.com" is not a URL: one begins with https:// or http://.'],
    ['tel:123', 'tel: URLs cannot be read, only those of http and https.'],
    ['ftp://example.com/', 'ftp: URLs cannot be read, only those of http and https.'],
    ['http://0x7f.1/', '127.0.0.1 is not a public address.'],
    ['http://[::ffff:127.0.0.1]/', '::ffff:7f00:1 is not a public address.'],
    ['http://LOCALHOST./', 'localhost is not a public address.'],
    ['http://a.localhost/', 'a.localhost is not a public address.'],
    ['http://printer.local/', 'printer.local is not a public address.'],
    ['http://a..b/', '"a..b" is not a host name.'],
    ['http://example.com:25/', 'port 25 is not one that web pages are served on.'],
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
