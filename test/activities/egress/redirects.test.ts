import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { allLoopback, failureOf, fetcher, rawSite, site } from './sites.ts';

describe('fetcher with redirects', () => {
  it('follows relative and absolute redirects and lists the URLs that redirected', async () => {
    const { url } = await site((request, response) => {
      if (request.url === '/a') response.writeHead(301, { location: 'b/c' });
      if (request.url === '/b/c') response.writeHead(302, { location: '/d?e' });
      response.end(request.url);
    });
    const page = await fetcher().fetch({ url: `${url}/a#part` });
    expect(page.body.toString()).toBe('/d?e');
    expect(page.url).toBe(`${url}/d?e`);
    expect(page.redirects).toEqual([`${url}/a#part`, `${url}/b/c#part`]);
  });

  it.each([
    [301, 'POST', 'GET '],
    [302, 'POST', 'GET '],
    [303, 'PUT', 'GET '],
    [307, 'POST', 'POST body'],
    [308, 'PUT', 'PUT body'],
    [303, 'HEAD', 'HEAD '],
  ])('follows a %i redirect of a %s request with "%s"', async (status, method, expected) => {
    let seen = '';
    const { url } = await site(async (request, response) => {
      seen = `${request.method} ${await text(request)}`;
      if (request.url === '/') response.writeHead(status, { location: '/next' });
      response.end();
    });
    await fetcher().fetch({ url, method, ...(method === 'HEAD' ? {} : { body: 'body' }) });
    expect(seen).toBe(expected);
  });

  it("drops the caller's credentials on a redirect to another origin, also when it redirects back", async () => {
    const other = await site((_, response) => response.writeHead(302, { location: `${first.url}/back` }).end());
    const first = await site((request, response) => {
      if (request.url === '/') response.writeHead(302, { location: other.url });
      response.end();
    });
    const headers = { authorization: 'Bearer x', cookie: 'id=1', 'x-own': 'secret', 'user-agent': 'Phone/1' };
    await fetcher().fetch({ url: first.url, headers });
    expect(first.requests[0]?.headers).toMatchObject(headers);
    for (const request of [other.requests[0], first.requests[1]]) {
      expect(request?.headers).toMatchObject({ 'user-agent': 'Phone/1' });
      expect(request?.headers).not.toHaveProperty('authorization');
      expect(request?.headers).not.toHaveProperty('cookie');
      expect(request?.headers).not.toHaveProperty('x-own');
    }
  });

  it('sends cookies that a redirect sets', async () => {
    const { url, requests } = await site((request, response) => {
      if (!request.headers.cookie?.includes('seen=1'))
        response.writeHead(302, { location: '/', 'set-cookie': 'seen=1' });
      response.end('page');
    });
    const page = await fetcher().fetch({ url, headers: { cookie: 'own=2' } });
    expect(page.body.toString()).toBe('page');
    expect(requests[1]?.headers.cookie).toBe('own=2; seen=1');
  });

  it('does not send the cookies of one host to another', async () => {
    const { port, requests } = await site((request, response) => {
      if (request.url === '/') response.writeHead(302, { location: `http://b.test:${port}/next`, 'set-cookie': 'a=1' });
      response.end();
    });
    await fetcher({ resolve: allLoopback }).fetch({ url: `http://a.test:${port}/` });
    expect(requests[1]?.headers.cookie).toBeUndefined();
  });

  it('reports a redirect loop', async () => {
    const { url } = await site((request, response) => {
      response.writeHead(302, { location: request.url === '/a' ? '/b' : '/a' }).end();
    });
    expect(await failureOf(fetcher().fetch({ url: `${url}/a` }))).toBe(`PageUnreachable: Redirect loop at ${url}/a.`);
  });

  it('follows at most ten redirects', async () => {
    const { url, requests } = await site((request, response) => {
      response.writeHead(302, { location: `/${Number(request.url?.slice(1)) + 1}` }).end();
    });
    expect(await failureOf(fetcher().fetch({ url: `${url}/0` }))).toBe(
      `PageUnreachable: Too many redirects (10), the last to ${url}/11.`,
    );
    expect(requests).toHaveLength(11);
  });

  it.each([
    ['http://127.0.0.2/', 'BlockedAddress', '127.0.0.2 is not a public address.'],
    ['//10.0.0.1/', 'BlockedAddress', '10.0.0.1 is not a public address.'],
    ['http://private.test/', 'BlockedAddress', 'private.test is not a public address.'],
    ['file:///etc/passwd', 'PageUnreachable', 'file: URLs cannot be read, only those of http and https.'],
    ['data:text/html,secret', 'PageUnreachable', 'data: URLs cannot be read, only those of http and https.'],
  ])('names the page that redirects to %s', async (location, kind, problem) => {
    const { url } = await site((_, response) => response.writeHead(302, { location }).end());
    const resolve = async () => [{ address: '10.0.0.1', family: 4 }];
    expect(await failureOf(fetcher({ resolve }).fetch({ url }))).toBe(
      `${kind}: ${url}/ redirects to a URL that cannot be read: ${problem}`,
    );
  });

  it('reports a Location that is not a URL', async () => {
    const { url } = await site((_, response) => response.writeHead(302, { location: 'http://[' }).end());
    expect(await failureOf(fetcher().fetch({ url }))).toBe(
      `PageUnreachable: ${url}/ redirects to something that is not a URL.`,
    );
  });

  it('returns a redirect without a Location as the result', async () => {
    const { url } = await site((_, response) => response.writeHead(302).end('nowhere'));
    expect(await fetcher().fetch({ url })).toMatchObject({ status: 302, body: Buffer.from('nowhere') });
  });

  it("does not wait for the end of a redirect's body", async () => {
    const { url } = await site((request, response) => {
      if (request.url === '/end') response.end('page');
      else response.writeHead(302, { location: '/end' }).write('never ends');
    });
    expect((await fetcher().fetch({ url })).body.toString()).toBe('page');
  });

  it('follows a Location in UTF-8', async () => {
    const { url } = await rawSite((socket, connection) => {
      const again =
        connection === 1
          ? 'HTTP/1.1 302 Found\r\nLocation: /käse\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'
          : '';
      socket.end(again || 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\npage');
    });
    expect((await fetcher().fetch({ url })).url).toBe(`${url}/k%C3%A4se`);
  });
});
