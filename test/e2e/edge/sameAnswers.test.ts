import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Edge, findNginx, openEdge } from '../../support/edge.ts';
import { fetchImage } from '../../support/imageClient.ts';
import { newPublishableKey } from '../../support/publishableKeys.ts';

const nginx = await findNginx();

/** Of the connection and the moment, or said by the edge alone. */
const incidental = ['date', 'connection', 'keep-alive', 'server', 'x-request-id', 'x-cache', 'x-accel-expires'];

describe.skipIf(!nginx)('through the edge', () => {
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
    ['its headers alone', 'plain.lighthouse.com', { method: 'HEAD' }],
    ['another size and format', 'plain.lighthouse.com?size=48&format=webp', {}],
    ['a drawn icon', 'drawn.lighthouse.com?size=40', {}],
    ['a monogram', 'bare.lighthouse.com?size=50', {}],
    ['no image', 'bare.lighthouse.com?fallback=404', {}],
    ['an Open Graph image', 'og/card.lighthouse.com?size=300', {}],
    ['no Open Graph image', 'og/bare.lighthouse.com', {}],
    ['a pasted address', encodeURIComponent('https://plain.lighthouse.com/a/b?c=d'), {}],
    ['a pasted address as it is', 'https://plain.lighthouse.com/a/b', {}],
    ['a page that may', 'plain.lighthouse.com', { headers: { origin: 'https://example.com' } }],
    ['a page that may not', 'plain.lighthouse.com', { headers: { origin: 'https://other.com' } }],
    ['a referer that may not', 'plain.lighthouse.com', { headers: { referer: 'https://other.com/page' } }],
    ['no key', 'plain.lighthouse.com', { token: null }],
    ['an unknown key', 'plain.lighthouse.com', { token: 'pk_0000000000000000000000000000' }],
    ['two keys', 'plain.lighthouse.com?token=pk_0000000000000000000000000000', {}],
    ['no domain', 'nodot', {}],
    ['an address', '127.0.0.1', {}],
    ['nothing', '', {}],
    ['the path of the check', 'internal/image-access/plain.lighthouse.com', {}],
    ['the check itself', 'internal/image-access', {}],
    ['another method', 'plain.lighthouse.com', { method: 'POST' }],
    ['a preflight', 'plain.lighthouse.com', { method: 'OPTIONS', headers: { origin: 'https://other.com' } }],
  ])('%s is answered as by the gateway, twice', async (_, path, given) => {
    const request = { token, ...given };
    // Whatever has to be fetched is, so that both answer from the same state.
    await fetchImage(path, request);
    const [direct, first, second] = [
      await fetchImage(path, request),
      await fetchImage(path, { ...request, at: edge.images }),
      await fetchImage(path, { ...request, at: edge.images }),
    ];
    const telling = ({ status, headers, body }: typeof direct) => ({
      status,
      body: body.toString('base64'),
      headers: Object.fromEntries([...headers].filter(([name]) => !incidental.includes(name))),
    });
    expect(telling(first)).toEqual(telling(direct));
    expect(telling(second)).toEqual(telling(direct));
    expect(first.headers.has('x-cache')).toBe(direct.headers.has('x-cache'));
  });

  it('an image that the browser has is 304, from the first request on', async () => {
    const { headers } = await fetchImage('plain.lighthouse.com?size=77', { token });
    const request = { token, headers: { 'if-none-match': headers.get('etag') ?? '' } };
    const direct = await fetchImage('plain.lighthouse.com?size=77', request);
    for (const time of ['not at the edge yet', 'at the edge']) {
      const { status, headers, body } = await fetchImage('plain.lighthouse.com?size=77', {
        ...request,
        at: edge.images,
      });
      expect({ time, status, length: body.length }).toEqual({ time, status: 304, length: 0 });
      for (const name of ['etag', 'cache-control', 'access-control-allow-origin', 'x-sightread-source']) {
        expect(headers.get(name)).toBe(direct.headers.get(name));
      }
    }
  });

  it('what nginx itself cannot read is 400 with the headers of every answer', async () => {
    const { status, headers, body } = await fetchImage('%zz', { token, at: edge.images });
    expect({ status, text: body.toString() }).toEqual({ status: 400, text: 'The request is malformed.' });
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('nobody outside can say that the edge has checked', async () => {
    const claim = { 'x-sightread-edge': 'a-secret-for-tests-alone' };
    const refused = await fetchImage('plain.lighthouse.com', { token: null, headers: claim, at: edge.images });
    expect(refused.status).toBe(401);
    const guessed = await fetchImage('plain.lighthouse.com', {
      token: null,
      headers: { 'x-sightread-edge': 'a-guess' },
    });
    expect(guessed.status).toBe(401);
  });
});
