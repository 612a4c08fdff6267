import { createServer } from 'node:https';
import net from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createProxyRotation } from '../../../activities/egress/proxies/proxyRotation.ts';
import { createThroughProxies } from '../../../activities/egress/proxies/throughProxies.ts';
import type { PageToRead, ReadPage } from '../../../activities/pages/readPage.ts';
import { withProxies } from '../../../activities/pages/withProxies.ts';
import { type ProxyServer, parseProxyUrls } from '../../../contracts/egress/proxies.ts';
import { Failure } from '../../../contracts/failures.ts';
import { freePort } from '../../support/processes.ts';
import { startHttpProxy, startSocksProxy, type TestProxy } from '../../support/proxyServers.ts';
import { siteWithPage } from './browserPages.ts';
import { certificate } from './certificates.ts';
import { allLoopback, failureOf, fetcher, listen, mapping, site } from './sites.ts';
import { browser, noChromium } from './testBrowser.ts';

const credentials = { username: 'ann', password: 's3cret' };
const kinds = [
  ['http', startHttpProxy],
  ['socks5', startSocksProxy],
] as const;

async function started(start: (options: typeof credentials) => Promise<TestProxy>) {
  const proxy = await start(credentials);
  onTestFinished(proxy.close);
  return { ...proxy, server: serverOf(proxy.url) };
}

function serverOf(url: string): ProxyServer {
  const [server] = parseProxyUrls(`test=${url}`);
  if (!server) throw new Error('there is no proxy');
  return server;
}

/** Answers names as if it were public DNS, with one that points inside. */
async function resolve(hostname: string) {
  return [{ address: hostname === 'private.test' ? '10.0.0.1' : '127.0.0.1', family: 4 }];
}

describe.each(kinds)('a fetch through a proxy that speaks %s', (_, start) => {
  it('gives it the address, and the site its name', async () => {
    const proxy = await started(start);
    const { port, requests } = await site((__, response) => response.end('plain'));
    const page = await fetcher({ resolve }).fetch({ url: `http://named.test:${port}/a`, via: proxy.server });
    expect([page.body.toString(), requests[0]?.headers.host]).toEqual(['plain', `named.test:${port}`]);
    expect(proxy.targets).toEqual([`127.0.0.1:${port}`]);
  });

  it('has TLS with the site itself, by its name', async () => {
    const proxy = await started(start);
    const trusted = await certificate('secure.test');
    const names: unknown[] = [];
    const server = createServer(trusted, (request, response) => {
      names.push('servername' in request.socket && request.socket.servername);
      response.end(request.headers.host);
    });
    const port = await listen(server);
    const { fetch } = fetcher({ resolve: allLoopback, ca: [trusted.cert] });
    const { body } = await fetch({ url: `https://secure.test:${port}/`, via: proxy.server });
    expect([body.toString(), names, proxy.targets]).toEqual([
      `secure.test:${port}`,
      ['secure.test'],
      [`127.0.0.1:${port}`],
    ]);
    expect(await failureOf(fetch({ url: `https://other.test:${port}/`, via: proxy.server }))).toMatch(
      /certificate is for another name\.$/,
    );
  });

  it('does not ask it for a private address, nor after a redirect', async () => {
    const proxy = await started(start);
    const { fetch } = fetcher({ resolve });
    const via = proxy.server;
    expect(await failureOf(fetch({ url: 'http://10.0.0.1/', via }))).toMatch(/^BlockedAddress/);
    expect(await failureOf(fetch({ url: 'https://private.test/', via }))).toMatch(/^BlockedAddress/);
    expect(proxy.targets).toEqual([]);
    const { port } = await site((__, response) => response.writeHead(302, { location: 'http://private.test/' }).end());
    expect(await failureOf(fetch({ url: `http://named.test:${port}/`, via }))).toMatch(/^BlockedAddress: .*redirects/);
    expect(proxy.targets).toEqual([`127.0.0.1:${port}`]);
  });

  it('tells a site that is down from a proxy that is, without a password', async () => {
    const proxy = await started(start);
    const { fetch } = fetcher({ resolve });
    const url = `http://named.test:${await freePort()}/`;
    expect(await failureOf(fetch({ url, via: proxy.server }))).toBe(
      'PageUnreachable: The site could not be reached through the proxy.',
    );
    const refused = failureOf(fetch({ url, via: { ...proxy.server, name: 'wrong', password: 'wr0ng' } }));
    expect(await refused).toMatch(/^PageUnreachable: The proxy wrong (refuses us \(407\)|cannot be used)\.$/);
    const port = Number(await freePort());
    const dead = failureOf(fetch({ url, via: { ...proxy.server, name: 'dead', port } }));
    expect(await dead).toMatch(/^PageUnreachable: The proxy dead cannot be (reached|used)\.$/);
  });

  it('ends at its limit with a proxy that says nothing', async () => {
    const port = await listen(net.createServer(() => {}));
    const silent = {
      ...serverOf('http://127.0.0.1'),
      protocol: start === startSocksProxy ? 'socks5' : 'http',
      port,
    } as const;
    const { fetch } = fetcher({ resolve, limits: { connectTimeoutMs: 500 } });
    expect(await failureOf(fetch({ url: 'http://named.test/', via: silent }))).toMatch(/^PageTimedOut/);
  });
});

describe('a fetch through a proxy with TLS of its own', () => {
  it('trusts no certificate that nobody has signed', async () => {
    const proxy = await startHttpProxy({ tls: await certificate('127.0.0.1') });
    onTestFinished(proxy.close);
    expect(await failureOf(fetcher({ resolve }).fetch({ url: 'http://named.test/', via: serverOf(proxy.url) }))).toBe(
      'PageUnreachable: The proxy test cannot be reached.',
    );
    expect(proxy.targets).toEqual([]);
  });
});

describe.skipIf(noChromium).each(kinds)('a page of the browser through a proxy that speaks %s', (_, start) => {
  it('is read with all that it loads, the proxy having addresses and the site its names', async () => {
    const proxy = await started(start);
    const { port: otherPort } = await site((__, response) => response.end());
    const { port, requests } = await site((request, response) => {
      response.setHeader('content-type', request.url === '/script' ? 'text/javascript' : 'text/html');
      response.end(
        request.url === '/script'
          ? 'document.body.append("from a script, " + new Date(0).getHours() + " hours")'
          : `<body><p>page</p><script src="https://cdn.mapped.test/script"></script>
                <script src="http://127.0.0.1:${otherPort}/"></script><script src="http://private.test/"></script>`,
      );
    });
    const rules = mapping(`mapped.test=http://127.0.0.1:${port}`);
    const { render } = await browser({ rules, proxies: [proxy.server] });
    const request = { via: proxy.server, location: { country: 'JP', languages: ['ja', 'en'] } };
    const { html } = await render({ url: `http://named.test:${port}/`, ...request });
    expect(html).toContain('from a script, 9 hours');
    // Chromium asks for the icon of its tab as well; the headless shell has no tabs.
    const asked = requests.filter(({ url }) => url !== '/favicon.ico').map(({ headers }) => headers);
    expect(asked.map(({ host }) => host)).toEqual([`named.test:${port}`, 'cdn.mapped.test']);
    expect(asked.map((each) => each['accept-language'])).toEqual(['ja, en;q=0.9', 'ja, en;q=0.9']);
    // Loopback too, which browsers like to reach past their proxy.
    expect(new Set(proxy.targets)).toEqual(new Set([`127.0.0.1:${port}`, `127.0.0.1:${otherPort}`]));

    const before = proxy.targets.length;
    expect(await failureOf(render({ url: 'http://private.test/', ...request }))).toMatch(/^BlockedAddress/);
    expect(proxy.targets).toHaveLength(before);
    await proxy.close();
    expect(await failureOf(render({ url: `http://other.test:${port}/`, ...request }))).toMatch(
      /^PageUnreachable: The proxy test cannot be (used|reached)\.$/,
    );
    // Directly, meanwhile.
    expect((await render({ url: (await siteWithPage('<p>direct</p>')).url })).html).toContain('direct');
  });
});

describe('the rotation of proxies', () => {
  const servers = parseProxyUrls('a=http://a,b/de=http://b,c/de=http://c,d=http://d');
  const none = new Set<string>();

  function chosen(options: object, times: number, rotation = createProxyRotation(servers)) {
    return Array.from({ length: times }, () => rotation.choose(options, none)?.name);
  }

  it('takes each in turn, those of the country first, one by its name, or none', () => {
    expect(chosen({}, 8).sort()).toEqual(['a', 'a', 'b', 'b', 'c', 'c', 'd', 'd']);
    expect(chosen({ location: { country: 'de' } }, 4).sort()).toEqual(['b', 'b', 'c', 'c']);
    expect(chosen({ location: { country: 'FR' } }, 4).sort()).toEqual(['a', 'b', 'c', 'd']);
    expect(chosen({ proxy: 'd', location: { country: 'DE' } }, 2)).toEqual(['d', 'd']);
    expect(chosen({ proxy: 'none' }, 1)).toEqual([undefined]);
    expect(chosen({}, 1, createProxyRotation([]))).toEqual([undefined]);
  });

  it('leaves out those that rest, unless there is no other', () => {
    const rotation = createProxyRotation(servers);
    rotation.rest('b');
    expect(chosen({ location: { country: 'DE' } }, 2, rotation)).toEqual(['c', 'c']);
    rotation.rest('c');
    expect(chosen({ location: { country: 'DE' } }, 2, rotation).sort()).toEqual(['a', 'd']);
    for (const { name } of servers) rotation.rest(name);
    expect(chosen({}, 4, rotation).sort()).toEqual(['a', 'b', 'c', 'd']);
    expect(createProxyRotation(servers, 0).choose({ proxy: 'a' }, new Set(['a']))).toBeUndefined();
  });
});

describe('a page that is read through proxies', () => {
  it('is read through the next one if the first is down, which then rests', async () => {
    const alive = await started(startSocksProxy);
    const dead = `http://127.0.0.1:${await freePort()}`;
    const { port } = await site((_, response) => response.end('here'));
    const servers = parseProxyUrls(`one=${dead},two=${alive.url},three=${dead}`);
    const { fetch } = fetcher({ resolve });
    const through: (string | undefined)[] = [];
    const warnings: unknown[] = [];
    const read: ReadPage = async ({ url, proxy }) => {
      through.push(proxy?.name);
      const { body } = await fetch({ url, via: proxy });
      return { item: { url, markdown: body.toString(), metadata: { sourceURL: url } } };
    };
    const log = { warn: (...told: unknown[]) => void warnings.push(told) };
    const reading = withProxies(read, createThroughProxies(createProxyRotation(servers), log));
    const options = { formats: [], onlyMainContent: true, waitFor: 0, timeout: 5_000, mobile: false, maxAge: 0 };
    const page: PageToRead = {
      account: 'a',
      url: `http://named.test:${port}/`,
      options: { ...options, engine: 'http' },
      signal: new AbortController().signal,
    };
    for (let times = 0; times < 3; times += 1)
      expect(await reading(page)).toMatchObject({ item: { markdown: 'here' } });
    expect(through.filter((name) => name === 'two')).toHaveLength(3);
    expect(through.slice(-1)).toEqual(['two']);
    // Each of the dead ones was tried at most once.
    expect(through.length).toBeLessThanOrEqual(5);
    expect(warnings).toHaveLength(through.length - 3);
    expect(JSON.stringify(warnings)).not.toMatch(/s3cret|127\.0\.0\.1/);

    const named = { ...page, options: { ...page.options, proxy: 'three' } };
    await expect(reading(named)).rejects.toThrow('The proxy three cannot be reached.');
    await alive.close();
    await expect(reading(page)).rejects.toBeInstanceOf(Failure);
  });
});
