import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PageItem } from '../../../contracts/results/page.ts';
import { type Answer, call } from '../../support/client.ts';
import { eventually } from '../../support/eventually.ts';
import { type IsolatedStack, startIsolatedStack } from '../../support/isolatedStack.ts';
import { type Listening, listenOnLoopback } from '../../support/loopback.ts';
import { freePort } from '../../support/processes.ts';
import { startHttpProxy, startSocksProxy, type TestProxy } from '../../support/proxyServers.ts';

const secret = 's3cretOfTheProxy';
const page = `<!doctype html><title>Behind</title><main><h1>Behind a proxy</h1>
<p id="time">Everything that a keeper needs, from lamp oil to lanterns, is sold here all year round.</p></main>
<script>
const { languages } = navigator;
document.getElementById('time').append(' It is ' + new Date(0).getHours() + ' hours there, in ' + languages.join('/') + '.')
</script>`;

describe('the proxies of a server', () => {
  const languages: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    languages.push(request.headers['accept-language']);
    // So that no connection is used again, and each use of a proxy is seen.
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', connection: 'close' }).end(page);
  });
  let site: Listening;
  let socks: TestProxy;
  let http: TestProxy;
  let stack: IsolatedStack;
  beforeAll(async () => {
    site = await listenOnLoopback(server);
    socks = await startSocksProxy({ username: 'ann', password: secret });
    http = await startHttpProxy({ username: 'ann', password: secret });
    const dead = `http://ann:${secret}@127.0.0.1:${await freePort()}`;
    stack = await startIsolatedStack('proxies', {
      PROXY_URLS: `tokyo/jp=${socks.url},berlin/de=${http.url},dead=${dead}`,
      EGRESS_MAP: `shop.example=${site.address}`,
    });
  });
  afterAll(async () => {
    await stack?.stop();
    await Promise.all([site?.close(), socks?.close(), http?.close()]);
  });

  const answers: unknown[] = [];
  async function scrape(options: object, version = '/v1'): Promise<Answer<{ data: PageItem; error: string }>> {
    const body = { url: 'http://shop.example/', formats: ['markdown'], ...options };
    const answer = await call<{ data: PageItem; error: string }>(`${stack.api}${version}/scrape`, { body });
    answers.push(answer.body);
    return answer;
  }
  const uses = () => ({ socks: socks.targets.length, http: http.targets.length });
  const address = () => site.address.replace('http://', '');

  it.each(['http', 'browser'])('are used by name, by country and not at all, with the engine %s', async (engine) => {
    const before = uses();
    expect((await scrape({ engine, proxy: 'none' })).status).toBe(200);
    expect(uses()).toEqual(before);
    expect((await scrape({ engine, proxy: 'tokyo' })).body.data.markdown).toContain('Behind a proxy');
    expect(uses().socks).toBeGreaterThan(before.socks);
    expect(uses().http).toBe(before.http);
    const { body } = await scrape({ engine, location: { country: 'DE' } }, '/v2');
    expect(body.data.markdown).toContain(engine === 'browser' ? 'It is 1 hours there, in de-DE/de.' : 'Behind a proxy');
    expect(uses().http).toBeGreaterThan(before.http);
    expect(languages.at(-1)).toBe('de-DE, de;q=0.9');
    // They are given addresses that were judged before.
    expect(new Set([...socks.targets, ...http.targets])).toEqual(new Set([address()]));
  });

  it('are used in turn, and one that is down is passed over', async () => {
    const before = uses();
    for (const proxy of ['auto', 'basic', 'stealth', 'enhanced', 'auto', 'auto']) {
      const { status } = await scrape({ engine: 'browser', proxy, url: `http://shop.example/${proxy}` }, '/v2');
      expect(status).toBe(200);
    }
    const after = uses();
    expect(after.socks).toBeGreaterThan(before.socks);
    expect(after.http).toBeGreaterThan(before.http);
    const logs = () =>
      readdirSync(join(stack.home, 'logs')).map((name) => readFileSync(join(stack.home, 'logs', name), 'utf8'));
    await eventually('the log says which one is down', () => logs().join('').includes('a proxy is down'));
    expect(logs().join('')).not.toContain(secret);
  });

  it('are what the looks of a site, its robots.txt and its sitemaps are read through', async () => {
    const connections = () => socks.targets.length + http.targets.length;
    const before = { connections: connections(), requests: languages.length };
    const body = { url: 'http://shop.example/', limit: 1 };
    expect((await call(`${stack.api}/v1/branding`, { body: { url: body.url } })).status).toBe(200);
    expect((await call(`${stack.api}/v1/map`, { body })).status).toBe(200);
    const crawl = await call<{ id: string }>(`${stack.api}/v1/crawl`, { body });
    await eventually('the crawl has ended', async () => {
      const { body } = await call<{ status: string }>(`${stack.api}/v1/crawl/${crawl.body.id}`);
      return body.status === 'completed';
    });
    const requests = languages.length - before.requests;
    expect(requests).toBeGreaterThan(3);
    // Each on a connection of its own, of which none was made directly.
    expect(connections() - before.connections).toBeGreaterThanOrEqual(requests);
  });

  it('are not asked for private addresses', async () => {
    const before = uses();
    for (const engine of ['http', 'browser'])
      expect((await scrape({ engine, url: 'http://10.0.0.1/', proxy: 'tokyo' })).status).toBe(400);
    expect(uses()).toEqual(before);
  });

  it('are refused by a name that there is not, and their passwords are told to nobody', async () => {
    expect(await scrape({ proxy: 'paris' })).toMatchObject({
      status: 400,
      body: { error: '`proxy`: there is none with the name "paris" here; there are auto, none, tokyo, berlin, dead.' },
    });
    expect(await scrape({ proxy: 'dead' })).toMatchObject({
      status: 422,
      body: { error: 'The proxy dead cannot be reached.' },
    });
    expect(JSON.stringify(answers)).not.toContain(secret);
  });
});
