import { describe, expect, test } from 'vitest';
import { decideOrigin, normalizeOriginEntry, validateOriginEntry } from '../../../contracts/accounts/origins.ts';

const listed = ['example.com', '*.example.org'];

test('rule 1: an empty list allows any site', () => {
  expect(decideOrigin({ entries: [], origin: 'https://anything.test' })).toMatchObject({
    allowed: true,
    rule: 'any-site',
  });
  expect(decideOrigin({ entries: [], origin: 'null' })).toMatchObject({ allowed: true, rule: 'any-site' });
  expect(decideOrigin({ entries: [], referer: 'not a url' })).toMatchObject({ allowed: true, rule: 'any-site' });
});

test('rule 2: a plain entry allows exactly that host', () => {
  expect(decideOrigin({ entries: listed, origin: 'https://example.com' })).toEqual({
    allowed: true,
    rule: 'exact-host',
    host: 'example.com',
  });
  expect(decideOrigin({ entries: listed, origin: 'https://www.example.com' })).toMatchObject({
    allowed: false,
    rule: 'unlisted',
  });
  expect(decideOrigin({ entries: listed, origin: 'https://notexample.com' })).toMatchObject({ allowed: false });
});

test('rule 3: a star entry allows subdomains, however deep, but not the domain itself', () => {
  expect(decideOrigin({ entries: listed, origin: 'https://a.example.org' })).toMatchObject({
    allowed: true,
    rule: 'subdomain',
  });
  expect(decideOrigin({ entries: listed, origin: 'https://a.b.example.org' })).toMatchObject({
    allowed: true,
    rule: 'subdomain',
  });
  expect(decideOrigin({ entries: listed, origin: 'https://example.org' })).toMatchObject({
    allowed: false,
    rule: 'unlisted',
  });
  expect(decideOrigin({ entries: listed, origin: 'https://badexample.org' })).toMatchObject({
    allowed: false,
    rule: 'unlisted',
  });
});

describe('origin rule 4: Origin decides, Referer only if it is absent', () => {
  test.each([
    ['https://example.com', 'https://evil.test/', true],
    ['https://evil.test', 'https://example.com/page', false],
    [undefined, 'https://example.com/page?x=1', true],
    [undefined, 'https://evil.test/example.com', false],
    ['', 'https://example.com/page', true],
  ])('Origin %j with Referer %j', (origin, referer, allowed) => {
    expect(decideOrigin({ entries: listed, origin, referer }).allowed).toBe(allowed);
  });
});

test('rule 5: a request with neither header is allowed', () => {
  expect(decideOrigin({ entries: listed })).toEqual({ allowed: true, rule: 'no-page' });
  expect(decideOrigin({ entries: listed, origin: '', referer: ' ' })).toEqual({ allowed: true, rule: 'no-page' });
});

test('rule 6: localhost and its subdomains are always allowed, its look-alikes are not', () => {
  for (const origin of [
    'http://localhost:5173',
    'http://localhost',
    'https://shop.localhost:8443',
    'http://LOCALHOST:3000',
  ]) {
    expect(decideOrigin({ entries: listed, origin })).toMatchObject({ allowed: true, rule: 'localhost' });
  }
  for (const origin of [
    'http://notlocalhost',
    'https://localhost.evil.test',
    'http://127.0.0.1:3000',
    'http://[::1]:3000',
  ]) {
    expect(decideOrigin({ entries: listed, origin })).toMatchObject({ allowed: false, rule: 'unlisted' });
  }
});

describe('origin rule 7: a page on an unlisted host is refused', () => {
  test.each([
    'https://evil.test',
    'null',
    'not a url',
    'https://',
    'file://',
    'about:blank',
    'data:text/html,x',
    'https://example.com.evil.test',
    'https://example.com@evil.test',
  ])('Origin %j', (origin) => {
    expect(decideOrigin({ entries: listed, origin })).toMatchObject({ allowed: false, rule: 'unlisted' });
  });

  test.each(['not a url', 'null', '/just/a/path', 'http://', 'example.com'])(
    'Referer %j without an Origin',
    (referer) => {
      expect(decideOrigin({ entries: listed, referer })).toMatchObject({ allowed: false, rule: 'unlisted' });
    },
  );

  test('a null Origin is not rescued by a Referer', () => {
    expect(decideOrigin({ entries: listed, origin: 'null', referer: 'https://example.com/' })).toMatchObject({
      allowed: false,
    });
  });
});

test('scheme, port, case, final dot and spelling of a host do not matter', () => {
  for (const origin of [
    'http://example.com',
    'https://example.com:8443',
    'HTTPS://EXAMPLE.COM',
    'https://example.com.',
    'app://example.com',
  ]) {
    expect(decideOrigin({ entries: listed, origin })).toMatchObject({ allowed: true, rule: 'exact-host' });
  }
  expect(decideOrigin({ entries: ['Møller.DK'], origin: 'https://xn--mller-vua.dk' })).toMatchObject({ allowed: true });
  expect(decideOrigin({ entries: ['xn--mller-vua.dk'], origin: 'https://møller.dk' })).toMatchObject({ allowed: true });
});

describe('an entry of the allowed origins is validated before it is stored', () => {
  test.each([
    'example.com',
    'Example.COM',
    '*.example.com',
    'a.b.example.com',
    'møller.dk',
    'localhost',
    'intranet',
    '192.0.2.7',
    '*.vercel.app',
    'example.com.',
    ' example.com ',
  ])('%j is right', (entry) => {
    expect(validateOriginEntry(entry)).toBeUndefined();
  });

  test.each([
    ['', /hostname such as/],
    ['*', /leave the list empty/],
    ['https://example.com', /scheme/],
    ['example.com/path', /path/],
    ['example.com:3000', /port/],
    ['exa mple.com', /spaces/],
    ['a@example.com', /@/],
    ['**.example.com', /star/],
    ['*example.com', /star/],
    ['a.*.example.com', /star/],
    ['*.*.example.com', /star/],
    ['*.com', /every site/],
    ['*.co.uk', /every site/],
    ['*.192.0.2.7', /subdomains/],
    ['-example.com', /not a hostname/],
    ['example..com', /not a hostname/],
    [`${'a'.repeat(300)}.com`, /not a hostname/],
  ])('%j is wrong', (entry, reason) => {
    expect(validateOriginEntry(entry)).toMatch(reason);
  });

  test('it is kept in lower case and ASCII', () => {
    expect(normalizeOriginEntry(' *.Møller.DK. ')).toBe('*.xn--mller-vua.dk');
    expect(normalizeOriginEntry('EXAMPLE.com')).toBe('example.com');
  });
});
