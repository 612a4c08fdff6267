import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createForwardProxy } from '../../../activities/egress/forwardProxy.ts';
import { createGuard } from '../../../activities/egress/guard.ts';
import { createResolver } from '../../../activities/egress/resolver.ts';
import { a, aaaa, dnsServer } from './dnsServer.ts';
import { failureOf, fetcher, loopback, site } from './sites.ts';

/** Far more than the four threads on which the system's own lookups run, and few enough for one socket's buffer. */
const slowNames = Array.from({ length: 64 }, (_, n) => `slow${n}.test`);

/** Never answers for names that begin with `slow`, and names loopback for all others. */
function partlySilentServer() {
  return dnsServer((name, type) => {
    if (name.startsWith('slow')) return undefined;
    return type === 'A' ? [a(name, '127.0.0.1')] : [];
  });
}

describe('resolver', () => {
  it('knows this machine without asking a name server', async () => {
    const { servers, queries } = await dnsServer(() => []);
    const resolve = createResolver({ servers, hostsFile: '/nowhere' });
    for (const name of ['localhost', 'app.localhost', 'localhost.']) {
      expect(await resolve(name)).toEqual([
        { address: '127.0.0.1', family: 4 },
        { address: '::1', family: 6 },
      ]);
    }
    await expect(resolve('does-not-exist.invalid')).rejects.toMatchObject({ code: 'ENOTFOUND', syscall: 'queryA' });
    expect(queries()).toBe(0);
  });

  it('prefers the hosts file to the name server', async () => {
    const { servers } = await dnsServer((name, type) => (type === 'A' ? [a(name, '192.0.2.1')] : []));
    const folder = await mkdtemp(join(tmpdir(), 'sightread-hosts-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const hostsFile = join(folder, 'hosts');
    await writeFile(
      hostsFile,
      '# ours\n192.0.2.7 Shop.Example.com shop # a comment\n2001:db8::7\tshop.example.com\nbroken line\n',
    );
    const resolve = createResolver({ servers, hostsFile });
    expect(await resolve('shop.example.com')).toEqual([
      { address: '192.0.2.7', family: 4 },
      { address: '2001:db8::7', family: 6 },
    ]);
    expect(await resolve('other.example.com')).toEqual([{ address: '192.0.2.1', family: 4 }]);
  });

  it('shares one lookup between concurrent callers', async () => {
    const { servers, queries } = await partlySilentServer();
    const resolve = createResolver({ servers });
    expect(resolve('a.test')).toBe(resolve('a.test'));
    await resolve('a.test');
    expect(queries()).toBe(2);
  });

  it('returns both families, and does not wait long for one that the name server keeps silent about', async () => {
    const { servers } = await dnsServer((name, type) => {
      if (type === 'A') return [a(name, '192.0.2.1')];
      return name === 'both.test' ? [aaaa(name, '2001:db8::1')] : undefined;
    });
    const resolve = createResolver({ servers, timeoutMs: 60_000 });
    expect(await resolve('both.test')).toEqual([
      { address: '192.0.2.1', family: 4 },
      { address: '2001:db8::1', family: 6 },
    ]);
    expect(await resolve('half.test')).toEqual([{ address: '192.0.2.1', family: 4 }]);
  });

  it('gives up a name whose server does not answer, and says so', async () => {
    const { servers } = await partlySilentServer();
    const { fetch } = fetcher({ resolve: createResolver({ servers, timeoutMs: 300 }) });
    expect(await failureOf(fetch({ url: 'http://slow.test/' }))).toBe(
      'PageUnreachable: DNS lookup failed for slow.test: the name server did not answer.',
    );
  });
});

describe('names with a silent name server', () => {
  it('do not hold up the fetches of other names', async () => {
    const { servers } = await partlySilentServer();
    const { port } = await site((_, response) => response.end('page'));
    const { fetch } = fetcher({ resolve: createResolver({ servers, timeoutMs: 10_000 }) });
    let ended = 0;
    const slow = slowNames.map((name) => failureOf(fetch({ url: `http://${name}:${port}/` })).finally(() => ended++));
    const fast = Array.from({ length: 20 }, (_, n) => fetch({ url: `http://fast${n}.test:${port}/` }));
    expect((await Promise.all(fast)).map(({ status }) => status)).toEqual(fast.map(() => 200));
    expect(ended).toBe(0);
    expect(new Set(await Promise.all(slow)).size).toBe(slowNames.length);
  });

  it('do not hold up what the browser requests of other names', async () => {
    const { servers } = await partlySilentServer();
    const { port } = await site((_, response) => response.end('page'));
    const resolve = createResolver({ servers, timeoutMs: 60_000 });
    const proxy = await createForwardProxy(createGuard({ rules: loopback, resolve }));
    onTestFinished(proxy.close);
    let ended = 0;
    for (const name of slowNames) void throughProxy(proxy.url, `http://${name}:${port}/`).finally(() => ended++);
    expect(await throughProxy(proxy.url, `http://fast.test:${port}/`)).toBe('page');
    expect(ended).toBe(0);
  });
});

/** The body of a page that is requested through a forward proxy; empty if the proxy closes the connection. */
function throughProxy(proxy: string, url: string): Promise<string> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(proxy);
    const request = http.get({ hostname, port, path: url, agent: false }, async (response) => {
      let text = '';
      for await (const chunk of response) text += chunk;
      resolve(text);
    });
    request.on('error', () => resolve(''));
  });
}
