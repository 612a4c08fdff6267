import { expect, it } from 'vitest';
import { noEgressRules, parseEgressAllow } from '../../../contracts/egress/rules.ts';
import { a, aaaa, cname, nameServer } from './nameServer.ts';
import { failure, fetcher, site } from './sites.ts';

/** A public address that nothing is sent to: by the time of the connection the name leads elsewhere. */
const somewherePublic = '93.184.216.34';

it('refuses names that lead to this machine, however they do', async () => {
  const { port, requests } = await site((_, response) => response.end('canary'));
  const { resolve, asked } = await nameServer((name, type) => {
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
    expect(await failure(fetch({ url: `http://${name}:${port}/` }))).toBe(
      `BlockedAddress: ${name} is not a public address`,
    );
  }
  expect(asked()).toBeGreaterThanOrEqual(5);
  expect(requests).toHaveLength(0);
});

it('judges the address that it connects to, not the one that an earlier lookup gave', async () => {
  const { port, connections } = await site((_, response) => response.end('canary'));
  const { resolve } = await nameServer((name, type, asked) =>
    type === 'A' ? [a(name, asked === 1 ? somewherePublic : '127.0.0.1')] : [],
  );
  // Whoever looked before the fetch was told that all is well.
  expect(await resolve('rebind.test')).toEqual([{ address: somewherePublic, family: 4 }]);
  const { fetch } = fetcher({ rules: noEgressRules, resolve });
  expect(await failure(fetch({ url: `http://rebind.test:${port}/` }))).toBe(
    'BlockedAddress: rebind.test is not a public address',
  );
  expect(connections).toHaveLength(0);
});

it('leaves private addresses out where a name has others', async () => {
  const { port, connections } = await site((_, response) => response.end('page'));
  // 127.0.0.1 stands for the public one here, 127.0.0.2 for the private one.
  const { resolve } = await nameServer((name, type) =>
    type === 'A' ? ['127.0.0.2', '127.0.0.1'].map((ip) => a(name, ip)) : [],
  );
  expect((await fetcher({ resolve }).fetch({ url: `http://both.test:${port}/` })).body.toString()).toBe('page');
  expect(connections.map((socket) => socket.localAddress)).toEqual(['127.0.0.1']);
});

it('tries the next address where one does not answer', async () => {
  const { port } = await site((_, response) => response.end('page'));
  const resolve = async () => [
    { address: '::1', family: 6 },
    { address: '127.0.0.1', family: 4 },
  ];
  const rules = { allow: parseEgressAllow('127.0.0.1,::1'), map: [] };
  expect((await fetcher({ rules, resolve }).fetch({ url: `http://both.test:${port}/` })).body.toString()).toBe('page');
});
