import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Edge, findNginx, openEdge } from '../../support/edge.ts';
import { fetchImage } from '../../support/imageClient.ts';
import { newPublishableKey } from '../../support/publishableKeys.ts';

const nginx = await findNginx();

/** Headers that depend on the connection or the time, or that only the edge sends. */
const incidental = ['date', 'connection', 'keep-alive', 'server', 'x-request-id', 'x-cache', 'x-accel-expires'];

describe.skipIf(!nginx)('the edge', () => {
  let edge: Edge;
  let token: string;
  beforeAll(async () => {
    edge = await openEdge(nginx ?? '');
    token = (await newPublishableKey(['example.com'])).token;
  });
  afterAll(() => edge?.stop());

  interface Case {
    method?: string;
    token?: string | null;
    headers?: Record<string, string>;
  }
  it.each<[string, string, Case]>([
    ['an icon', 'plain.lighthouse.com', {}],
    ['a HEAD request for an icon', 'plain.lighthouse.com', { method: 'HEAD' }],
    ['an icon of another size and format', 'plain.lighthouse.com?size=48&format=webp', {}],
    ['a drawn icon', 'drawn.lighthouse.com?size=40', {}],
    ['a monogram', 'bare.lighthouse.com?size=50', {}],
    ['a missing icon', 'bare.lighthouse.com?fallback=404', {}],
    ['an Open Graph image', 'og/card.lighthouse.com?size=300', {}],
    ['a missing Open Graph image', 'og/bare.lighthouse.com', {}],
    ['an encoded URL as the domain', encodeURIComponent('https://plain.lighthouse.com/a/b?c=d'), {}],
    ['a raw URL as the domain', 'https://plain.lighthouse.com/a/b', {}],
    ['a page with an allowed origin', 'plain.lighthouse.com', { headers: { origin: 'https://example.com' } }],
    ['a page with a forbidden origin', 'plain.lighthouse.com', { headers: { origin: 'https://other.com' } }],
    ['a page with a forbidden referer', 'plain.lighthouse.com', { headers: { referer: 'https://other.com/page' } }],
    ['a request without a key', 'plain.lighthouse.com', { token: null }],
    ['an unknown key', 'plain.lighthouse.com', { token: 'pk_0000000000000000000000000000' }],
    ['a request with two keys', 'plain.lighthouse.com?token=pk_0000000000000000000000000000', {}],
    ['a name without a dot', 'nodot', {}],
    ['an IP address', '127.0.0.1', {}],
    ['an empty path', '', {}],
    ['a path under the internal access check', 'internal/image-access/plain.lighthouse.com', {}],
    ['the path of the internal access check', 'internal/image-access', {}],
    ['another method', 'plain.lighthouse.com', { method: 'POST' }],
    ['a preflight', 'plain.lighthouse.com', { method: 'OPTIONS', headers: { origin: 'https://other.com' } }],
  ])('answers %s like the gateway, both times', async (_, path, options) => {
    const request = { token, ...options };
    // Fetches the image, so that gateway and edge answer from the same state.
    await fetchImage(path, request);
    const [direct, first, second] = [
      await fetchImage(path, request),
      await fetchImage(path, { ...request, base: edge.images }),
      await fetchImage(path, { ...request, base: edge.images }),
    ];
    const comparable = ({ status, headers, body }: typeof direct) => ({
      status,
      body: body.toString('base64'),
      headers: Object.fromEntries([...headers].filter(([name]) => !incidental.includes(name))),
    });
    expect(comparable(first)).toEqual(comparable(direct));
    expect(comparable(second)).toEqual(comparable(direct));
    expect(first.headers.has('x-cache')).toBe(direct.headers.has('x-cache'));
  });

  it('answers 304 to a browser that has the image, from the first request on', async () => {
    const { headers } = await fetchImage('plain.lighthouse.com?size=77', { token });
    const request = { token, headers: { 'if-none-match': headers.get('etag') ?? '' } };
    const direct = await fetchImage('plain.lighthouse.com?size=77', request);
    for (const time of ['not at the edge yet', 'at the edge']) {
      const { status, headers, body } = await fetchImage('plain.lighthouse.com?size=77', {
        ...request,
        base: edge.images,
      });
      expect({ time, status, length: body.length }).toEqual({ time, status: 304, length: 0 });
      for (const name of ['etag', 'cache-control', 'access-control-allow-origin', 'x-sightread-source']) {
        expect(headers.get(name)).toBe(direct.headers.get(name));
      }
    }
  });

  it('answers 400 to a malformed URL with the headers of every answer', async () => {
    const { status, headers, body } = await fetchImage('%zz', { token, base: edge.images });
    expect({ status, text: body.toString() }).toEqual({ status: 400, text: 'The request is malformed.' });
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('ignores the edge secret in a request from outside', async () => {
    const claim = { 'x-sightread-edge': 'a-secret-for-tests-alone' };
    const refused = await fetchImage('plain.lighthouse.com', { token: null, headers: claim, base: edge.images });
    expect(refused.status).toBe(401);
    const guessed = await fetchImage('plain.lighthouse.com', {
      token: null,
      headers: { 'x-sightread-edge': 'a-guess' },
    });
    expect(guessed.status).toBe(401);
  });
});
