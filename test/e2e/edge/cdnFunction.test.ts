import { describe, expect, inject, it } from 'vitest';
import { createEdge } from '../../../deploy/edge/worker.mjs';
import { images } from '../../support/client.ts';
import { fetchImage } from '../../support/imageClient.ts';
import { newPublishableKey } from '../../support/publishableKeys.ts';

/** As small as a CDN's cache can be. */
function openCache() {
  const kept = new Map<string, Response>();
  return {
    kept,
    match: async ({ url }: Request) => kept.get(url)?.clone(),
    put: async ({ url }: Request, answer: Response) => void kept.set(url, answer),
  };
}

describe('the edge as a function of a CDN', () => {
  const cache = openCache();
  const edge = createEdge(cache);
  async function ask(path: string, token: string, init: RequestInit = {}, GATEWAY = images()) {
    const work: Promise<unknown>[] = [];
    const env = { GATEWAY, EDGE_SECRET: inject('env')['EDGE_SECRET'] ?? '' };
    const joined = `${path}${path.includes('?') ? '&' : '?'}token=${token}`;
    const request = new Request(`https://edge.example/${joined}`, init);
    const answer = await edge.fetch(request, env, { waitUntil: (each) => work.push(each) });
    await Promise.all(work);
    return { status: answer.status, headers: answer.headers, body: Buffer.from(await answer.arrayBuffer()) };
  }

  it('answers as the gateway does, keeps one object for two keys, and counts each request once', async () => {
    const [one, other] = [await newPublishableKey(), await newPublishableKey()];
    const direct = await fetchImage('plain.lighthouse.com?size=33', { token: one.token });
    const first = await ask('plain.lighthouse.com?size=33', one.token);
    const second = await ask('PLAIN.lighthouse.com?format=nonsense&size=33', other.token);
    for (const { status, headers, body } of [first, second]) {
      expect(status).toBe(200);
      expect(body.equals(direct.body)).toBe(true);
      for (const name of ['cache-control', 'etag', 'content-type', 'access-control-allow-origin'])
        expect(headers.get(name)).toBe(direct.headers.get(name));
    }
    expect(second.headers.get('x-cache')).toBe('HIT');
    expect([...cache.kept.keys()]).toEqual([
      'https://renditions.invalid/icon/plain.lighthouse.com/33-png-light-monogram-1x',
    ]);
    expect([await one.requestCount(), await other.requestCount()]).toEqual([2, 1]);
  });

  it('refuses with the gateway’s words, uncounted, although the image is there', async () => {
    const { token, requestCount: counted } = await newPublishableKey(['example.com']);
    const refused = await ask('plain.lighthouse.com?size=33', token, { headers: { origin: 'https://other.com' } });
    expect({ status: refused.status, text: refused.body.toString() }).toEqual({
      status: 401,
      text: 'Origin not allowed',
    });
    const claimed = await ask('plain.lighthouse.com?size=33', 'pk_none', {
      headers: { 'x-sightread-edge': inject('env')['EDGE_SECRET'] ?? '' },
    });
    expect(claimed.status).toBe(401);
    expect(await counted()).toBe(0);
  });

  it('knows HEAD, 304, and a 404 that is kept', async () => {
    const { token, requestCount: counted } = await newPublishableKey();
    const { headers } = await ask('plain.lighthouse.com?size=33', token);
    const head = await ask('plain.lighthouse.com?size=33', token, { method: 'HEAD' });
    expect({ status: head.status, length: head.body.length }).toEqual({ status: 200, length: 0 });
    const etag = headers.get('etag') ?? '';
    expect((await ask('plain.lighthouse.com?size=33', token, { headers: { 'if-none-match': etag } })).status).toBe(304);
    for (let time = 0; time < 2; time += 1) {
      expect((await ask('bare.lighthouse.com?fallback=404', token)).status).toBe(404);
    }
    expect(cache.kept.size).toBe(2);
    expect(await counted()).toBe(5);
  });

  it('serves nothing unchecked where no gateway answers', async () => {
    const { status } = await ask('plain.lighthouse.com?size=33', 'pk_any', {}, 'http://127.0.0.1:9');
    expect(status).toBe(503);
  });
});
