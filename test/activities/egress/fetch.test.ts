import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { failureOf, fetcher, site } from './sites.ts';

describe('fetcher', () => {
  it('returns status, headers, content type and body', async () => {
    const { url } = await site((_, response) => {
      response.writeHead(200, {
        'content-type': 'text/html; charset=utf-8',
        'x-thing': ['a', 'b'],
        'set-cookie': 'id=1',
      });
      response.end('<p>grüße</p>');
    });
    const page = await fetcher().fetch({ url: `${url}/a?b=c#d` });
    expect(page).toMatchObject({
      url: `${url}/a?b=c`,
      status: 200,
      contentType: 'text/html; charset=utf-8',
      redirects: [],
    });
    expect(page.headers['x-thing']).toBe('a, b');
    expect(page.headers['set-cookie']).toBeUndefined();
    expect(page.body.toString()).toBe('<p>grüße</p>');
  });

  it('returns error statuses instead of throwing', async () => {
    const { url } = await site((_, response) => response.writeHead(503, { 'retry-after': '7' }).end('later'));
    const page = await fetcher().fetch({ url });
    expect(page).toMatchObject({ status: 503, headers: { 'retry-after': '7' } });
    expect(page.body.toString()).toBe('later');
  });

  it("sends its user agent and the caller's headers, except reserved ones", async () => {
    const { url, requests } = await site((_, response) => response.end());
    await fetcher().fetch({
      url,
      accept: 'image/*',
      headers: { 'X-Own': 'yes', Host: 'evil.test', 'Transfer-Encoding': 'chunked' },
    });
    const [request] = requests;
    expect(request?.headers).toMatchObject({ 'user-agent': 'sightread-test', accept: 'image/*', 'x-own': 'yes' });
    expect(request?.headers.host).toBe(new URL(url).host);
    expect(request?.headers['transfer-encoding']).toBeUndefined();
  });

  it('lets the caller override the user agent', async () => {
    const { url, requests } = await site((_, response) => response.end());
    await fetcher().fetch({ url, headers: { 'User-Agent': 'Phone/1' } });
    expect(requests[0]?.headers['user-agent']).toBe('Phone/1');
  });

  it('sends the body of a POST', async () => {
    const { url } = await site(async (request, response) => {
      response.end(`${request.method} ${request.headers['content-type']} ${await text(request)}`);
    });
    const headers = { 'content-type': 'application/json' };
    const page = await fetcher().fetch({ url, method: 'post', headers, body: '{"a":1}' });
    expect(page.body.toString()).toBe('POST application/json {"a":1}');
  });

  it('returns the headers of a HEAD request and no body', async () => {
    const { url } = await site((_, response) => response.writeHead(200, { 'content-length': '99999999' }).end());
    const page = await fetcher().fetch({ url, method: 'HEAD' });
    expect(page.headers['content-length']).toBe('99999999');
    expect(page.body).toHaveLength(0);
  });

  it('sends the credentials of a URL and omits them from the result', async () => {
    const { url, requests } = await site((_, response) => response.end());
    const page = await fetcher().fetch({ url: url.replace('http://', 'http://me:p%40ss@') });
    expect(requests[0]?.headers.authorization).toBe(`Basic ${Buffer.from('me:p@ss').toString('base64')}`);
    expect(page.url).toBe(`${url}/`);
  });

  it('names the header that cannot be sent', async () => {
    const { url } = await site((_, response) => response.end());
    expect(await failureOf(fetcher().fetch({ url, headers: { 'x-a': 'one\r\ntwo: three' } }))).toBe(
      'InvalidRequest: invalid x-a header',
    );
  });

  it('ignores 103 Early Hints before the response', async () => {
    const { url } = await site((_, response) => {
      response.writeEarlyHints({ link: '</a.css>; rel=preload' });
      response.end('page');
    });
    expect((await fetcher().fetch({ url })).body.toString()).toBe('page');
  });

  it('accepts a thousand cookies and limits the Cookie header it sends back', async () => {
    const cookies = Array.from({ length: 1_000 }, (_, n) => `name${n}=${'v'.repeat(40)}; Path=/`);
    const { url, requests } = await site((request, response) => {
      response.setHeader('set-cookie', cookies);
      if (request.url === '/') response.writeHead(302, { location: '/next' });
      response.end('page');
    });
    const page = await fetcher().fetch({ url });
    expect(page.body.toString()).toBe('page');
    expect(requests[1]?.headers.cookie?.length).toBeLessThan(8_192);
  });
});
