import { describe, expect, it } from 'vitest';
import { isAllowedAddress } from '../../../contracts/egress/address.ts';
import { type EgressRules, parseEgressAllow, parseEgressMap } from '../../../contracts/egress/rules.ts';
import { checkUrl } from '../../../contracts/egress/url.ts';

/** Why a URL is refused, or undefined if it may be read. */
function problemOf(url: string, rules: EgressRules) {
  return checkUrl(url, rules).problem;
}

describe('EGRESS_ALLOW', () => {
  const rules = { allow: parseEgressAllow('127.0.0.1/32, fd00::/8'), map: [] };

  it('allows the addresses of its ranges and no others', () => {
    expect(isAllowedAddress('127.0.0.1', rules)).toBe(true);
    expect(isAllowedAddress('::ffff:127.0.0.1', rules)).toBe(true);
    expect(isAllowedAddress('127.0.0.2', rules)).toBe(false);
    expect(isAllowedAddress('fd12::1', rules)).toBe(true);
    expect(isAllowedAddress('fc12::1', rules)).toBe(false);
  });

  it('allows the name localhost if loopback is allowed', () => {
    expect(problemOf('http://localhost:8080/', rules)).toBeUndefined();
    expect(problemOf('http://metadata/', rules)).toBe('metadata is not a public address.');
  });

  it.each(['localhost', '127.0.0.1/33', '127.0.0.1/', '127.1', '127.0.0.1/8/8', '::1/129', '1.2.3.4/x'])(
    'is refused as %j',
    (list) => expect(() => parseEgressAllow(list)).toThrow(/^EGRESS_ALLOW: /),
  );
});

describe('EGRESS_MAP', () => {
  const map = parseEgressMap(
    'shop.test=http://127.0.0.1:8001, *.wild.test=http://127.0.0.1:8002,a.shop.test=http://[::1]:8003',
  );
  const rules = { allow: parseEgressAllow('127.0.0.1'), map };

  it('does not allow the address that a host is mapped to', () => {
    expect(problemOf('https://shop.test/', { allow: [], map })).toBe('127.0.0.1 is not a public address.');
    expect(problemOf('https://shop.test/', rules)).toBeUndefined();
    expect(problemOf('https://deep.www.shop.test./', rules)).toBeUndefined();
    expect(problemOf('http://a.shop.test/', rules)).toBe('::1 is not a public address.');
  });

  it('makes a private name readable', () => {
    const local = parseEgressMap('intranet.local=http://127.0.0.1:1');
    expect(problemOf('http://intranet.local/', { ...rules, map: local })).toBeUndefined();
  });

  it.each([
    'shop.test',
    '=http://127.0.0.1:1',
    'shop.test=https://127.0.0.1:1',
    'shop.test=http://localhost:1',
    'a b=http://1.1.1.1',
  ])('is refused as %j', (list) => expect(() => parseEgressMap(list)).toThrow(/^EGRESS_MAP: /));

  it('is refused if a host is listed twice', () => {
    expect(() => parseEgressMap('A.test=http://1.1.1.1,a.test.=http://1.1.1.2')).toThrow(
      'EGRESS_MAP: a.test is listed twice',
    );
  });
});
