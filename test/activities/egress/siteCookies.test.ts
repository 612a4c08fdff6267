import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { cookiesOfSite } from '../../../activities/egress/siteCookies.ts';
import { fetcher, mapping, site } from './sites.ts';
import { browser, noChromium } from './testBrowser.ts';

const headers = { authorization: 'Bearer s3cret', 'x-token': 's3cret' };
const values = { session: 'abc=1', '__Host-own': 'host', _id: '"quoted"' };

/** Answers every host: one path leads on to another host, one loads something from it. */
async function sites() {
  const { port, requests } = await site((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://site/');
    const to = searchParams.get('to');
    if (pathname === '/leads') return response.writeHead(302, { location: to ?? '/' }).end();
    response.setHeader('content-type', 'text/html');
    response.end(to === null ? '<p>end</p>' : `<p>page</p><script src="${to}"></script><iframe src="${to}"></iframe>`);
  });
  const rules = mapping(`bank.example=http://127.0.0.1:${port},other.example=http://127.0.0.1:${port}`);
  const received = (host: string, path = '/end') =>
    requests.filter(({ headers: sent, url }) => sent.host === host && url === path).map(secretsOf);
  return { rules, received };
}

function secretsOf({ headers: { cookie, authorization, 'x-token': token } }: IncomingMessage) {
  return {
    cookies: (cookie ?? '').split('; ').filter(Boolean).sort(),
    hasHeaders: authorization !== undefined && token !== undefined,
  };
}

const ofSite = ['_id="quoted"', 'session=abc=1'];
const ofHost = ['__Host-own=host', ...ofSite];
const none = { cookies: [], hasHeaders: false };

describe('cookies and headers of a caller, over HTTP', () => {
  async function fetchPage(path: string) {
    const { rules, received } = await sites();
    const url = `https://bank.example${path}`;
    await fetcher({ rules }).fetch({ url, headers, cookies: { url, values } });
    return received;
  }

  it('go to the page', async () => {
    const received = await fetchPage('/end');
    expect(received('bank.example')).toEqual([{ cookies: ofHost, hasHeaders: true }]);
  });

  it('follow a redirect within the site, the headers within the origin', async () => {
    expect((await fetchPage('/leads?to=/end'))('bank.example')).toEqual([{ cookies: ofHost, hasHeaders: true }]);
    expect((await fetchPage('/leads?to=https://www.bank.example/end'))('www.bank.example')).toEqual([
      { cookies: ofSite, hasHeaders: false },
    ]);
  });

  it('follow no redirect to another site, nor to one without encryption', async () => {
    expect((await fetchPage('/leads?to=https://other.example/end'))('other.example')).toEqual([none]);
    expect((await fetchPage('/leads?to=http://bank.example/end'))('bank.example')).toEqual([none]);
  });
});

describe.skipIf(noChromium)('cookies and headers of a caller, in the browser', () => {
  async function open(path: string) {
    const { rules, received } = await sites();
    const { render } = await browser({ rules });
    await render({ url: `https://bank.example${path}`, headers, cookies: values });
    return received;
  }

  it('go to the page and to what it loads from its site, the headers within the origin', async () => {
    const received = await open('/page?to=https://bank.example/end');
    expect(received('bank.example', '/page?to=https://bank.example/end')).toEqual([
      { cookies: ofHost, hasHeaders: true },
    ]);
    const loaded = received('bank.example');
    expect(loaded.length).toBeGreaterThan(0);
    for (const each of loaded) expect(each).toEqual({ cookies: ofHost, hasHeaders: true });
    const elsewhere = (await open('/page?to=https://cdn.bank.example/end'))('cdn.bank.example');
    expect(elsewhere[0]).toEqual({ cookies: ofSite, hasHeaders: false });
  });

  it('go to no other site, whether the page loads from it or leads there', async () => {
    const loaded = (await open('/page?to=https://other.example/end'))('other.example');
    expect(loaded.length).toBeGreaterThan(0);
    expect(loaded.every(({ cookies, hasHeaders }) => cookies.length === 0 && !hasHeaders)).toBe(true);
    expect((await open('/leads?to=https://other.example/end'))('other.example')).toEqual([none]);
  });
});

describe('the site of a cookie', () => {
  it.each([
    ['https://www.example.co.uk/a', 'example.co.uk'],
    ['https://ann.github.io/', 'ann.github.io'],
    ['https://github.io/', undefined],
    ['http://127.0.0.1:8080/', undefined],
    ['http://[::1]/', undefined],
  ])('of %s is %s', (url, domain) => {
    expect(cookiesOfSite({ url, values: { a: 'b' } })).toMatchObject([{ secure: url.startsWith('https:') }]);
    expect(cookiesOfSite({ url, values: { a: 'b' } })[0]?.domain).toBe(domain);
  });
});
