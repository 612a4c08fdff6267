import { describe, expect, it } from 'vitest';
import { noEgressRules, parseEgressAllow } from '../../../contracts/egress/rules.ts';
import { a, aaaa, cname, dnsServer } from './dnsServer.ts';
import { failureOf, fetcher, site } from './sites.ts';

/** Nothing is sent to this address: when the fetcher connects, the name resolves to another one. */
const publicAddress = '93.184.216.34';

describe('address guard against DNS rebinding', () => {
  it('refuses names that resolve to private addresses by A, AAAA, CNAME or IPv4-mapped records', async () => {
    const { port, requests } = await site((_, response) => response.end('canary'));
    const { resolve, queries } = await dnsServer((name, type) => {
      if (type === 'A' && name === 'four.test') return [a(name, '127.0.0.1')];
      if (type === 'AAAA' && name === 'six.test') return [aaaa(name, '::1')];
      if (type === 'AAAA' && name === 'mapped.test') return [aaaa(name, '::ffff:7f00:1')];
      if (type === 'A' && name === 'alias.test') return [cname(name, 'inner.test'), a('inner.test', '127.0.0.1')];
      if (type === 'A' && name === 'many.test')
        return ['10.0.0.1', '127.0.0.1', '169.254.169.254'].map((ip) => a(name, ip));
      return [];
    });
    const { fetch } = fetcher({ rules: noEgressRules, resolve });
    for (const name of ['four.test', 'six.test', 'mapped.test', 'alias.test', 'many.test']) {
      expect(await failureOf(fetch({ url: `http://${name}:${port}/` }))).toBe(
        `BlockedAddress: ${name} is not a public address.`,
      );
    }
    expect(queries()).toBeGreaterThanOrEqual(5);
    expect(requests).toHaveLength(0);
  });

  it('checks the address that it connects to, not the result of an earlier lookup', async () => {
    const { port, connections } = await site((_, response) => response.end('canary'));
    const { resolve } = await dnsServer((name, type, count) =>
      type === 'A' ? [a(name, count === 1 ? publicAddress : '127.0.0.1')] : [],
    );
    // A check before the fetch would see the public address.
    expect(await resolve('rebind.test')).toEqual([{ address: publicAddress, family: 4 }]);
    const { fetch } = fetcher({ rules: noEgressRules, resolve });
    expect(await failureOf(fetch({ url: `http://rebind.test:${port}/` }))).toBe(
      'BlockedAddress: rebind.test is not a public address.',
    );
    expect(connections).toHaveLength(0);
  });

  it('connects to the public address of a name that also has a private one', async () => {
    const { port, connections } = await site((_, response) => response.end('page'));
    // The rules allow 127.0.0.1, which stands for the public address here; 127.0.0.2 stands for the private one.
    const { resolve } = await dnsServer((name, type) =>
      type === 'A' ? ['127.0.0.2', '127.0.0.1'].map((ip) => a(name, ip)) : [],
    );
    expect((await fetcher({ resolve }).fetch({ url: `http://both.test:${port}/` })).body.toString()).toBe('page');
    expect(connections.map((socket) => socket.localAddress)).toEqual(['127.0.0.1']);
  });

  it('tries the next address of a name if one refuses the connection', async () => {
    const { port } = await site((_, response) => response.end('page'));
    const resolve = async () => [
      { address: '::1', family: 6 },
      { address: '127.0.0.1', family: 4 },
    ];
    const rules = { allow: parseEgressAllow('127.0.0.1,::1'), map: [] };
    expect((await fetcher({ rules, resolve }).fetch({ url: `http://both.test:${port}/` })).body.toString()).toBe(
      'page',
    );
  });
});
