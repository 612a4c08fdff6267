import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isPublicAddress, judgeUrl, mayReach, withoutCredentials } from '../../../contracts/egress/address.ts';
import { noEgressRules, parseEgressAllow, parseEgressMap } from '../../../contracts/egress/rules.ts';
import { corpus } from '../../activities/egress/corpus.ts';

function judge(url: string, rules = noEgressRules) {
  return judgeUrl(url, rules).problem;
}

describe('public addresses', () => {
  it.each([
    '1.1.1.1',
    '93.184.216.34',
    '172.32.0.1',
    '100.128.0.1',
    '223.255.255.254',
    '2606:4700::1111',
    '2a00:1450:4001:81b::200e',
  ])('%s is public', (ip) => expect(isPublicAddress(ip)).toBe(true));

  it.each([
    ...[
      '0.0.0.0',
      '0.1.2.3',
      '10.1.2.3',
      '100.64.0.1',
      '127.0.0.1',
      '127.255.255.254',
      '169.254.169.254',
      '172.16.0.1',
    ],
    ...['192.168.1.1', '192.0.0.192', '192.0.2.1', '192.31.196.1', '192.52.193.1', '192.88.99.1', '192.175.48.1'],
    ...['198.18.0.1', '198.51.100.1', '203.0.113.1', '224.0.0.1', '239.255.255.250', '240.0.0.1', '255.255.255.255'],
    ...['168.63.129.16'],
  ])('%s is not', (ip) => expect(isPublicAddress(ip)).toBe(false));

  it.each([
    ...['::', '::1', '::7f00:1', '::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:0:a9fe:a9fe', '64:ff9b::7f00:1'],
    ...[
      '64:ff9b::a9fe:a9fe',
      '64:ff9b:1::1',
      '100::1',
      '2001::1',
      '2001:2::1',
      '2001:db8::1',
      '2001:10::1',
      '2001:20::1',
    ],
    ...['2002:7f00:1::', '2002:5db8:d822::', '3fff::1', '5f00::1', '4000::1', 'fc00::1', 'fd00:ec2::254', 'fe80::1'],
    ...['fec0::1', 'ff02::1', '2606:4700::5efe:7f00:1', '2606:4700::200:5efe:7f00:1', 'fe80::1%eth0'],
  ])('%s is not', (ip) => expect(isPublicAddress(ip)).toBe(false));

  it('judges IPv4 inside IPv6 by the address that is reached', () => {
    expect(isPublicAddress('::ffff:93.184.216.34')).toBe(true);
    expect(isPublicAddress('64:ff9b::93.184.216.34')).toBe(true);
  });

  it.each(['', 'example.com', '127.1', '0x7f000001', '2130706433', '1.1.1.1.1', '[::1]', '1.1.1.1%eth0'])(
    '%j is no address at all',
    (text) => expect(isPublicAddress(text)).toBe(false),
  );
});

describe('EGRESS_ALLOW', () => {
  const rules = { allow: parseEgressAllow('127.0.0.1/32, fd00::/8'), map: [] };

  it('lets exactly its ranges through', () => {
    expect(mayReach('127.0.0.1', rules)).toBe(true);
    expect(mayReach('::ffff:127.0.0.1', rules)).toBe(true);
    expect(mayReach('127.0.0.2', rules)).toBe(false);
    expect(mayReach('fd12::1', rules)).toBe(true);
    expect(mayReach('fc12::1', rules)).toBe(false);
  });

  it('lets localhost through where loopback is allowed', () => {
    expect(judge('http://localhost:8080/', rules)).toBeUndefined();
    expect(judge('http://metadata/', rules)).toBe('metadata is not a public address');
  });

  it.each(['localhost', '127.0.0.1/33', '127.0.0.1/', '127.1', '127.0.0.1/8/8', '::1/129', '1.2.3.4/x'])(
    'refuses %j',
    (list) => expect(() => parseEgressAllow(list)).toThrow(/^EGRESS_ALLOW: /),
  );
});

describe('EGRESS_MAP', () => {
  const map = parseEgressMap(
    'shop.test=http://127.0.0.1:8001, *.wild.test=http://127.0.0.1:8002,a.shop.test=http://[::1]:8003',
  );
  const rules = { allow: parseEgressAllow('127.0.0.1'), map };

  it('does not exempt the address', () => {
    expect(judge('https://shop.test/', { allow: [], map })).toBe('127.0.0.1 is not a public address');
    expect(judge('https://shop.test/', rules)).toBeUndefined();
    expect(judge('https://deep.www.shop.test./', rules)).toBeUndefined();
    expect(judge('http://a.shop.test/', rules)).toBe('::1 is not a public address');
  });

  it('gives names that are otherwise private a meaning', () => {
    const local = parseEgressMap('intranet.local=http://127.0.0.1:1');
    expect(judge('http://intranet.local/', { ...rules, map: local })).toBeUndefined();
  });

  it.each([
    'shop.test',
    '=http://127.0.0.1:1',
    'shop.test=https://127.0.0.1:1',
    'shop.test=http://localhost:1',
    'a b=http://1.1.1.1',
  ])('refuses %j', (list) => expect(() => parseEgressMap(list)).toThrow(/^EGRESS_MAP: /));

  it('refuses a host listed twice', () => {
    expect(() => parseEgressMap('A.test=http://1.1.1.1,a.test.=http://1.1.1.2')).toThrow(
      'EGRESS_MAP: a.test is listed twice',
    );
  });
});

describe('judging a URL', () => {
  it.each([
    ['not a url', '"not a url" is not a URL'],
    ['ftp://example.com/', 'ftp: URLs cannot be read, only http: and https:'],
    ['http://0x7f.1/', '127.0.0.1 is not a public address'],
    ['http://[::ffff:127.0.0.1]/', '::ffff:7f00:1 is not a public address'],
    ['http://LOCALHOST./', 'localhost is not a public address'],
    ['http://a.localhost/', 'a.localhost is not a public address'],
    ['http://printer.local/', 'printer.local is not a public address'],
    ['http://a..b/', '"a..b" is not a host name'],
    ['http://example.com:25/', 'port 25 is not one that web pages are served on'],
  ])('%s: %s', (url, problem) => expect(judge(url)).toBe(problem));

  it('allows credentials and shows the URL without them', () => {
    const { url } = judgeUrl('https://me:secret@example.com/a?b#c', noEgressRules);
    expect(url && withoutCredentials(url)).toBe('https://example.com/a?b#c');
    expect(url?.password).toBe('secret');
  });
});

describe.skipIf(!existsSync(corpus))(
  `the corpus of addresses${existsSync(corpus) ? '' : ' (not here: skipped)'}`,
  () => {
    const read = (name: string) => readFileSync(new URL(name, corpus), 'utf8');

    it('lets every URL of the allow list pass', () => {
      const refused = read('allow.txt')
        .trim()
        .split('\n')
        .filter((url) => judge(url) !== undefined);
      expect(refused).toEqual([]);
    });

    it('refuses what can be refused without asking the network', () => {
      const entries: { url: string; category: string; expect: string }[] = JSON.parse(read('refuse.json'));
      const network = ['dns name', 'dns stub', 'redirect', 'redirect (html)'];
      const passed = entries.filter((entry) => !network.includes(entry.category) && judge(entry.url) === undefined);
      expect(passed).toEqual([]);
    });
  },
);
