import { describe, expect, it } from 'vitest';
import { isPublicAddress } from '../../../contracts/egress/address.ts';

describe('isPublicAddress', () => {
  it.each([
    '1.1.1.1',
    '93.184.216.34',
    '172.32.0.1',
    '100.128.0.1',
    '223.255.255.254',
    '2606:4700::1111',
    '2a00:1450:4001:81b::200e',
  ])('accepts the public address %s', (ip) => expect(isPublicAddress(ip)).toBe(true));

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
  ])('refuses the address %s', (ip) => expect(isPublicAddress(ip)).toBe(false));

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
  ])('refuses the address %s', (ip) => expect(isPublicAddress(ip)).toBe(false));

  it('decides by the embedded address for IPv4-mapped and NAT64 addresses', () => {
    expect(isPublicAddress('::ffff:93.184.216.34')).toBe(true);
    expect(isPublicAddress('64:ff9b::93.184.216.34')).toBe(true);
  });

  it.each(['', 'example.com', '127.1', '0x7f000001', '2130706433', '1.1.1.1.1', '[::1]', '1.1.1.1%eth0'])(
    'refuses %j, which is not the canonical form of an address',
    (text) => expect(isPublicAddress(text)).toBe(false),
  );
});
