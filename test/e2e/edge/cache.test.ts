import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Edge, findNginx, newRequestId, openEdge } from '../../support/edge.ts';
import { eventually } from '../../support/eventually.ts';
import { hits } from '../../support/fixtureSite.ts';
import { fetchImage } from '../../support/imageClient.ts';
import { newPublishableKey } from '../../support/publishableKeys.ts';

const nginx = await findNginx();

describe.skipIf(!nginx)('the edge', () => {
  let edge: Edge;
  beforeAll(async () => {
    edge = await openEdge(nginx ?? '');
  });
  afterAll(() => edge?.stop());

  async function ask(path: string, token: string, headers: Record<string, string> = {}) {
    const id = newRequestId();
    const answer = await fetchImage(path, { token, at: edge.images, headers: { ...headers, 'x-request-id': id } });
    expect(answer.headers.get('x-request-id')).toBe(id);
    return { ...answer, id };
  }

  it('keeps one object for two keys and for every spelling of the same request, and counts each for its own', async () => {
    const [one, other] = [await newPublishableKey(), await newPublishableKey()];
    const asked = [
      await ask('plain2.lighthouse.com?size=64&theme=light', one.token),
      await ask('plain2.lighthouse.com?size=64&theme=light', other.token),
      await ask('PLAIN2.lighthouse.com?theme=nonsense&size=64.9&retina=no&unknown=1', other.token),
      await ask(`${encodeURIComponent('https://plain2.lighthouse.com/about')}?format=gif&size=64`, one.token),
    ];
    expect(new Set(asked.map(({ body }) => body.toString('base64'))).size).toBe(1);
    const statuses = await edge.cacheStatuses(asked.map(({ id }) => id));
    expect(statuses).toEqual(['MISS', 'HIT', 'HIT', 'HIT']);
    expect(asked.map(({ headers }) => headers.get('x-cache'))).toEqual(['MISS', 'HIT', 'HIT', 'HIT']);
    expect(edge.hasCached('icon/plain2.lighthouse.com/64-png-light-monogram-1x')).toBe(true);
    expect([await one.requestCount(), await other.requestCount()]).toEqual([2, 2]);
  });

  it('keeps what differs apart: size, format, theme, fallback, retina, the kind of image', async () => {
    const { token } = await newPublishableKey();
    const paths = ['', '?size=65', '?format=webp', '?theme=dark', '?fallback=404', '?retina=true'].map(
      (query) => `plain3.lighthouse.com${query}`,
    );
    const asked = [];
    for (const path of [...paths, 'og/plain3.lighthouse.com?fallback=monogram&size=128'])
      asked.push(await ask(path, token));
    expect(await edge.cacheStatuses(asked.map(({ id }) => id))).toEqual(asked.map(() => 'MISS'));
  });

  it('misses with a new v, and has it from then on', async () => {
    const { token } = await newPublishableKey();
    const asked = [];
    for (const query of ['', '?v=1', '?v=1', '?v=2']) asked.push(await ask(`plain4.lighthouse.com${query}`, token));
    expect(await edge.cacheStatuses(asked.map(({ id }) => id))).toEqual(['MISS', 'MISS', 'HIT', 'MISS']);
  });

  it('asks the gateway once for a rendition that many want at the same time', async () => {
    const key = await newPublishableKey();
    const asked = await Promise.all(Array.from({ length: 60 }, () => ask('plain5.lighthouse.com?size=90', key.token)));
    const statuses = await edge.cacheStatuses(asked.map(({ id }) => id));
    expect(statuses.filter((status) => status === 'MISS')).toHaveLength(1);
    expect(statuses.filter((status) => status === 'HIT')).toHaveLength(59);
    expect(await hits('plain5.lighthouse.com/')).toBe(1);
    expect(await key.requestCount()).toBe(60);
  });

  it('refuses a page on an unlisted host, although the image is there', async () => {
    const { token, requestCount: counted } = await newPublishableKey(['example.com']);
    expect((await ask('plain.lighthouse.com', token, { origin: 'https://example.com' })).status).toBe(200);
    for (const headers of [{ origin: 'https://other.com' }, { referer: 'https://other.com/' }, { origin: 'null' }]) {
      const { status, body } = await ask('plain.lighthouse.com', token, headers as Record<string, string>);
      expect({ status, text: body.toString() }).toEqual({ status: 401, text: 'Origin not allowed' });
    }
    expect(await counted()).toBe(1);
  });

  it('stops serving a deleted key within its second', async () => {
    const key = await newPublishableKey();
    expect((await ask('plain.lighthouse.com', key.token)).status).toBe(200);
    await key.remove();
    // A second, and what a busy machine adds to it.
    await eventually(
      'the key is refused',
      async () => (await ask('plain.lighthouse.com', key.token)).status === 401,
      3_000,
    );
    const { body, headers } = await ask('plain.lighthouse.com', key.token);
    expect(body.toString()).toBe('Invalid key');
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('serves an account that is over its allowance as before', async () => {
    const { token, requestCount: counted } = await newPublishableKey([], 'plain');
    for (let time = 0; time < 12; time += 1) expect((await ask('plain.lighthouse.com', token)).status).toBe(200);
    expect(await counted()).toBe(12);
  });
});
