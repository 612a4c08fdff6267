import { describe, expect, it } from 'vitest';
import { call, publishableKey } from '../../support/client.ts';
import { site } from '../../support/fixtureSite.ts';

const url = site('/a');

function scrape(body: unknown, options = {}) {
  return call('/v1/scrape', { body, ...options });
}

describe('the extraction API', () => {
  it.each([
    ['invalid JSON', '{"url":', 400, /not valid JSON/],
    ['an array as its body', '[]', 400, /must be an object/],
    ['no URL', {}, 400, /`url` is required/],
    ['a number as its URL', { url: 7 }, 400, /`url` must be a string/],
    ['text that is not a URL', { url: 'lighthouse' }, 400, /`url`/],
    ['an FTP URL', { url: 'ftp://site.example/' }, 400, /http/],
    ['an unknown field', { url, formatz: [] }, 400, /Unknown field `formatz`/],
    ['an unknown format', { url, formats: ['pdf'] }, 400, /`formats\[0\]` must be one of markdown/],
    ['a timeout of one day', { url, timeout: 86_400_000 }, 400, /`timeout`/],
    ['a number as a header', { url, headers: { a: 1 } }, 400, /`headers.a` must be a string/],
    ['options that contradict each other', { url, engine: 'http', formats: ['screenshot'] }, 400, /needs the browser/],
    ['a private address', { url: 'http://10.0.0.1/' }, 400, /not a public address/],
    ['a name of a local network', { url: 'http://printer.local/' }, 400, /public/],
    ['the address of a cloud metadata service', { url: 'http://169.254.169.254/latest' }, 400, /not a public address/],
    ['a page that does not exist', { url: site('/status?code=404') }, 422, /answered 404/],
    ['an image instead of a page', { url: site('/picture') }, 422, /PNG image/],
    ['a redirect loop', { url: site('/loop') }, 422, /Redirect loop/],
    ['a redirect to a private address', { url: site('/away?to=http://10.0.0.1/') }, 400, /not a public address/],
    ['a page whose connection breaks', { url: site('/resets') }, 422, /.+/],
    ['a page that never ends', { url: site('/endless') }, 422, /10 MiB/],
    ['a page that hangs', { url: site('/hangs'), timeout: 1_500 }, 422, /Timed out after 1.5 s/],
    ['a site that is too slow', { url: site('/slow?ms=20000'), timeout: 1_000 }, 422, /Timed out after 1 s/],
  ])('answers a request with %s with an error that names the reason', async (_, body, status, words) => {
    const answer = await scrape(body);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(Object.keys(answer.body)).toEqual(['error']);
    expect(answer.body['error']).toMatch(words);
    expect(answer.headers.get('x-request-id')).toBeTruthy();
  });

  it.each([
    ['no key', null, {}, /Authorization: Bearer/],
    ['an unknown key', 'sr_0000000000000000000000', {}, /not known/],
    ['a publishable key', publishableKey, {}, /image API/],
    ['a key of another kind', 'sk_whatever', {}, /start with sr_/],
    ['another authorization scheme', null, { authorization: 'Basic abc' }, /Bearer/],
  ])('answers 401 for %s', async (_, key, headers, words) => {
    const answer = await scrape({ url }, { key: typeof key === 'function' ? key() : key, headers });
    expect(answer.status).toBe(401);
    expect(answer.body['error']).toMatch(words);
  });

  it('answers 404 for an unknown path', async () => {
    expect(await call('/v1/nothing')).toMatchObject({
      status: 404,
      body: { error: 'There is nothing at /v1/nothing: /v1/docs lists what there is.' },
    });
  });

  it('answers 405 for a wrong method and names the allowed one', async () => {
    const answer = await call('/v1/scrape', { method: 'GET' });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('POST');
  });

  it('answers 413 for a body over the limit', async () => {
    expect((await scrape(JSON.stringify({ url, x: 'y'.repeat(1024 * 1024) }))).status).toBe(413);
  });

  it('answers 415 for a body that is not JSON', async () => {
    expect((await scrape('url=x', { headers: { 'content-type': 'text/plain' } })).status).toBe(415);
  });

  it('returns the request id of the caller', async () => {
    const { headers } = await call('/healthz', { headers: { 'x-request-id': 'order-66' } });
    expect(headers.get('x-request-id')).toBe('order-66');
  });
});
