import { describe, expect, it } from 'vitest';
import { createEdge } from '../../../deploy/edge/worker.mjs';
import { images } from '../../support/client.ts';
import { fetchImage } from '../../support/imageClient.ts';
import { newPublishableKey } from '../../support/publishableKeys.ts';
import { stackEnv } from '../../support/stackEnv.ts';

/** The smallest cache that fits the CDN's interface. */
function openCache() {
  const entries = new Map<string, Response>();
  return {
    entries,
    match: async ({ url }: Request) => entries.get(url)?.clone(),
    put: async ({ url }: Request, answer: Response) => void entries.set(url, answer),
  };
}

describe('the edge function for a CDN', () => {
  const cache = openCache();
  const edge = createEdge(cache);
  async function request(path: string, token: string, init: RequestInit = {}, GATEWAY = images()) {
    const background: Promise<unknown>[] = [];
    const env = { GATEWAY, EDGE_SECRET: stackEnv('EDGE_SECRET') };
    const pathWithToken = `${path}${path.includes('?') ? '&' : '?'}token=${token}`;
    const incoming = new Request(`https://edge.example/${pathWithToken}`, init);
    const answer = await edge.fetch(incoming, env, { waitUntil: (each) => background.push(each) });
    await Promise.all(background);
    return { status: answer.status, headers: answer.headers, body: Buffer.from(await answer.arrayBuffer()) };
  }

  it('answers like the gateway, stores one object for two keys and counts each request once', async () => {
    const [one, other] = [await newPublishableKey(), await newPublishableKey()];
    const direct = await fetchImage('plain.lighthouse.com?size=33', { token: one.token });
    const first = await request('plain.lighthouse.com?size=33', one.token);
    const second = await request('PLAIN.lighthouse.com?format=nonsense&size=33', other.token);
    for (const { status, headers, body } of [first, second]) {
      expect(status).toBe(200);
      expect(body.equals(direct.body)).toBe(true);
      for (const name of ['cache-control', 'etag', 'content-type', 'access-control-allow-origin'])
        expect(headers.get(name)).toBe(direct.headers.get(name));
    }
    expect(second.headers.get('x-cache')).toBe('HIT');
    expect([...cache.entries.keys()]).toEqual([
      'https://renditions.invalid/icon/plain.lighthouse.com/33-png-light-monogram-1x',
    ]);
    expect([await one.requestCount(2), await other.requestCount(1)]).toEqual([2, 1]);
  });

  it('refuses with the text of the gateway and without counting, even when the image is cached', async () => {
    const { token, requestCount } = await newPublishableKey(['example.com']);
    const refused = await request('plain.lighthouse.com?size=33', token, { headers: { origin: 'https://other.com' } });
    expect({ status: refused.status, text: refused.body.toString() }).toEqual({
      status: 401,
      text: 'Origin not allowed',
    });
    const claimed = await request('plain.lighthouse.com?size=33', 'pk_none', {
      headers: { 'x-sightread-edge': stackEnv('EDGE_SECRET') },
    });
    expect(claimed.status).toBe(401);
    expect(await requestCount()).toBe(0);
  });

  it('answers HEAD and If-None-Match, and caches a 404', async () => {
    const { token, requestCount } = await newPublishableKey();
    const { headers } = await request('plain.lighthouse.com?size=33', token);
    const head = await request('plain.lighthouse.com?size=33', token, { method: 'HEAD' });
    expect({ status: head.status, length: head.body.length }).toEqual({ status: 200, length: 0 });
    const etag = headers.get('etag') ?? '';
    expect((await request('plain.lighthouse.com?size=33', token, { headers: { 'if-none-match': etag } })).status).toBe(
      304,
    );
    for (let time = 0; time < 2; time += 1) {
      expect((await request('bare.lighthouse.com?fallback=404', token)).status).toBe(404);
    }
    expect(cache.entries.size).toBe(2);
    expect(await requestCount(5)).toBe(5);
  });

  it('answers 503 when no gateway answers', async () => {
    const { status } = await request('plain.lighthouse.com?size=33', 'pk_any', {}, 'http://127.0.0.1:9');
    expect(status).toBe(503);
  });
});
