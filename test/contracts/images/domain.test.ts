import { describe, expect, test } from 'vitest';
import { canBeRegistered, parseDomain } from '../../../contracts/images/domain.ts';

describe('parseDomain', () => {
  test.each([
    ['example.com', 'example.com'],
    ['EXAMPLE.Com', 'example.com'],
    ['  example.com\n', 'example.com'],
    ['www.example.com', 'example.com'],
    ['WWW.example.com', 'example.com'],
    ['example.com.', 'example.com'],
    ['example.com:8443', 'example.com'],
    ['example.com:', 'example.com'],
    ['example.com/about/us', 'example.com'],
    ['example.com?x=1', 'example.com'],
    ['example.com#top', 'example.com'],
    ['http://example.com', 'example.com'],
    ['https://www.example.com:443/a/b?c=d#e', 'example.com'],
    ['https:/example.com/merged-slashes', 'example.com'],
    ['https:example.com', 'example.com'],
    ['//cdn.example.com/x.js', 'cdn.example.com'],
    ['ftp://files.example.com', 'files.example.com'],
    ['https://user:secret@example.com/', 'example.com'],
    ['someone@example.com', 'example.com'],
    ['https%3A%2F%2Fwww.example.com%2Fpath', 'example.com'],
    ['docs.example.com', 'docs.example.com'],
    ['bbc.co.uk', 'bbc.co.uk'],
    ['someone.github.io', 'someone.github.io'],
    ['github.io', 'github.io'],
    ['www.github.io', 'github.io'],
    ['www.com', 'www.com'],
    ['www.co.uk', 'www.co.uk'],
    ['www.www.example.com', 'www.example.com'],
    ['1password.com', '1password.com'],
    ['163.com', '163.com'],
    ['t.co', 't.co'],
  ])('finds the domain in %j', (raw, domain) => {
    expect(parseDomain(raw)).toEqual({ domain });
  });
});

describe('parseDomain for international names', () => {
  test.each([
    ['møller.dk', 'xn--mller-vua.dk'],
    ['MØLLER.dk', 'xn--mller-vua.dk'],
    ['m%C3%B8ller.dk', 'xn--mller-vua.dk'],
    ['xn--mller-vua.dk', 'xn--mller-vua.dk'],
    ['XN--MLLER-VUA.DK', 'xn--mller-vua.dk'],
    ['mo\u0308ller.de', 'xn--mller-jua.de'],
    ['https://www.bücher.example.com/', 'xn--bcher-kva.example.com'],
    ['例え。jp', 'xn--r8jz45g.jp'],
    ['пример.рф', 'xn--e1afmkfd.xn--p1ai'],
    ['ｅｘａｍｐｌｅ.com', 'example.com'],
  ])('spells %j as %s', (raw, domain) => {
    expect(parseDomain(raw)).toEqual({ domain });
  });
});

describe('parseDomain for other input', () => {
  test.each([
    ['', /empty/],
    ['   ', /empty/],
    ['https://', /empty/],
    ['/', /empty/],
    ['.', /empty/],
    ['localhost', /localhost/],
    ['http://localhost:3000/', /localhost/],
    ['app.localhost', /localhost/],
    ['intranet', /no dot/],
    ['com', /no dot/],
    ['co.uk', /suffix/],
    ['127.0.0.1', /IP address/],
    ['http://10.0.0.1:8080/x', /IP address/],
    ['127.1', /IP address/],
    ['0x7f.0.0.1', /IP address/],
    ['2130706433', /IP address/],
    ['[::1]', /IP address/],
    ['http://[2001:db8::1]/', /IP address/],
    ['exa mple.com', /spaces/],
    ['exa\u0000mple.com', /spaces/],
    ['example..com', /not a domain/],
    ['-example.com', /not a domain/],
    ['example-.com', /not a domain/],
    ['exa_mple.com', /not a domain/],
    ['example.com..', /not a domain/],
    ['%zz.com', /percent-encoding/],
    ['xn--a.com', /not a domain/],
    [`${'a'.repeat(64)}.com`, /not a domain/],
    [`${'a.'.repeat(140)}com`, /253|not a domain/],
    ['a'.repeat(3000), /longer than 2,048 characters/],
  ])('refuses %j with a reason', (raw, reason) => {
    const parsed = parseDomain(raw);
    expect(parsed.domain).toBeUndefined();
    expect(parsed.problem).toMatch(reason);
  });
});

test('a name under an unknown top-level label is a domain that nobody can have', () => {
  for (const domain of ['printer.local', 'example.invalid', 'example.notatld']) {
    expect(parseDomain(domain)).toEqual({ domain });
    expect(canBeRegistered(domain)).toBe(false);
  }
  expect(canBeRegistered('example.com')).toBe(true);
});
