import { createServer, type IncomingHttpHeaders } from 'node:http';
import { afterAll, describe, expect, it } from 'vitest';
import { createFetcher } from '../../../activities/egress/fetch.ts';
import { convertPage } from '../../../activities/pages/convert.ts';
import { createReadOverHttp } from '../../../activities/pages/readOverHttp.ts';
import { parseEgressAllow } from '../../../contracts/egress/rules.ts';
import { listenOnLoopback } from '../../support/loopback.ts';

const closers: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of closers) await close();
});

const fetcher = createFetcher({ rules: { allow: parseEgressAllow('127.0.0.1/32'), map: [] }, userAgent: 'test' });
closers.push(() => fetcher.close());
const read = createReadOverHttp({
  fetcher,
  converter: { convert: (input) => convertPage(input) },
});

/** A site that records the headers of each request; `/to?url=…` refreshes to there, `/redirect?url=…` redirects by status. */
async function startSite() {
  const seen: { path: string; headers: IncomingHttpHeaders }[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://site');
    const target = url.searchParams.get('url') ?? '';
    seen.push({ path: url.pathname, headers: request.headers });
    if (url.pathname === '/redirect') return void response.writeHead(302, { location: target }).end();
    const refresh = url.pathname === '/to' ? `<meta http-equiv="refresh" content="0; url=${target}">` : '';
    response.setHeader('content-type', 'text/html');
    response.end(`${refresh}<h1>A page</h1><p>With some words to be read.</p>`);
  });
  const { address, close } = await listenOnLoopback(server);
  closers.push(close);
  return { address, headersOf: (path: string) => seen.find((each) => each.path === path)?.headers ?? {} };
}

function readPage(url: string) {
  const headers = { Authorization: 'Bearer secret', Cookie: 'session=1', 'X-Api-Key': 'k', 'Accept-Language': 'de' };
  const options = {
    formats: ['markdown' as const],
    onlyMainContent: true,
    waitFor: 0,
    timeout: 10_000,
    mobile: false,
    engine: 'http' as const,
    maxAge: 0,
    headers,
  };
  return read({ account: 'acc_test', url, options, signal: new AbortController().signal });
}

describe("the caller's headers after a meta refresh", () => {
  it('go along to the same origin', async () => {
    const site = await startSite();
    await readPage(`${site.address}/to?url=/end`);
    expect(site.headersOf('/end')).toMatchObject({
      authorization: 'Bearer secret',
      cookie: 'session=1',
      'x-api-key': 'k',
    });
  });

  it('do not reach another origin, except for the harmless ones', async () => {
    const [site, other] = [await startSite(), await startSite()];
    await readPage(`${site.address}/to?url=${other.address}/end`);
    const headers = other.headersOf('/end');
    expect(headers['accept-language']).toBe('de');
    expect([headers.authorization, headers.cookie, headers['x-api-key']]).toEqual([undefined, undefined, undefined]);
  });

  it('stay away from an origin that was reached by a redirect and refreshes to itself', async () => {
    const [site, other] = [await startSite(), await startSite()];
    const refresh = `${other.address}/to?url=/end`;
    await readPage(`${site.address}/redirect?url=${encodeURIComponent(refresh)}`);
    const headers = other.headersOf('/end');
    expect([headers.authorization, headers.cookie, headers['x-api-key']]).toEqual([undefined, undefined, undefined]);
  });
});
