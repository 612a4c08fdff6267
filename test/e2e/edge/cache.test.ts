import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Edge, findNginx, newRequestId, openEdge } from '../../support/edge.ts';
import { changedKeyMs, eventually } from '../../support/eventually.ts';
import { hits } from '../../support/fixtureSite.ts';
import { fetchImage } from '../../support/imageClient.ts';
import { newPublishableKey } from '../../support/publishableKeys.ts';

const nginx = await findNginx();

describe.skipIf(!nginx)('the cache of the edge', () => {
  let edge: Edge;
  beforeAll(async () => {
    edge = await openEdge(nginx ?? '');
  });
  afterAll(() => edge?.stop());

  async function request(path: string, token: string, headers: Record<string, string> = {}) {
    const id = newRequestId();
    const answer = await fetchImage(path, { token, base: edge.images, headers: { ...headers, 'x-request-id': id } });
    expect(answer.headers.get('x-request-id')).toBe(id);
    return { ...answer, id };
  }

  it('stores one object for two keys and every spelling of a request, and counts the requests of each key', async () => {
    const [one, other] = [await newPublishableKey(), await newPublishableKey()];
    const answers = [
      await request('plain2.lighthouse.com?size=64&theme=light', one.token),
      await request('plain2.lighthouse.com?size=64&theme=light', other.token),
      await request('PLAIN2.lighthouse.com?theme=nonsense&size=64.9&retina=no&unknown=1', other.token),
      await request(`${encodeURIComponent('https://plain2.lighthouse.com/about')}?format=gif&size=64`, one.token),
    ];
    expect(new Set(answers.map(({ body }) => body.toString('base64'))).size).toBe(1);
    const statuses = await edge.cacheStatuses(answers.map(({ id }) => id));
    expect(statuses).toEqual(['MISS', 'HIT', 'HIT', 'HIT']);
    expect(answers.map(({ headers }) => headers.get('x-cache'))).toEqual(['MISS', 'HIT', 'HIT', 'HIT']);
    expect(edge.hasCached('icon/plain2.lighthouse.com/64-png-light-monogram-1x')).toBe(true);
    expect([await one.requestCount(2), await other.requestCount(2)]).toEqual([2, 2]);
  });

  it('stores a separate object for each size, format, theme, fallback, pixel density and kind of image', async () => {
    const { token } = await newPublishableKey();
    const paths = ['', '?size=65', '?format=webp', '?theme=dark', '?fallback=404', '?retina=true'].map(
      (query) => `plain3.lighthouse.com${query}`,
    );
    const answers = [];
    for (const path of [...paths, 'og/plain3.lighthouse.com?fallback=monogram&size=128'])
      answers.push(await request(path, token));
    expect(await edge.cacheStatuses(answers.map(({ id }) => id))).toEqual(answers.map(() => 'MISS'));
  });

  it.each([
    ['size=2048&format=jpg', 'icon/plain6.lighthouse.com/2048-jpg-light-monogram-1x'],
    ['size=9&size=10&theme=dark&theme=light', 'icon/plain6.lighthouse.com/9-png-dark-monogram-1x'],
    ['retina=true&retina=false&fallback=404', 'icon/plain6.lighthouse.com/128-png-light-404-2x'],
    ['size=0&format=webp', 'icon/plain6.lighthouse.com/1-webp-light-monogram-1x'],
    ['size=2049', 'icon/plain6.lighthouse.com/2048-png-light-monogram-1x'],
    ['size=%36%34', 'icon/plain6.lighthouse.com/64-png-light-monogram-1x'],
    ['%73ize=65', 'icon/plain6.lighthouse.com/65-png-light-monogram-1x'],
    ['theme=dark', 'og/plain6.lighthouse.com/1200-png-light-404-1x'],
    ['fallback=monogram&size=40', 'og/plain6.lighthouse.com/40-png-light-monogram-1x'],
  ])('stores what is asked for with %s under the name of the gateway, whoever makes it', async (query, name) => {
    const { token } = await newPublishableKey();
    const path = `${name.startsWith('og/') ? 'og/' : ''}plain6.lighthouse.com?${query}`;
    await request(path, token);
    // nginx may end the answer before it has renamed the file.
    await eventually(`${name} is stored`, () => edge.hasCached(name));
  });

  it('misses once for each new value of v', async () => {
    const { token } = await newPublishableKey();
    const answers = [];
    for (const query of ['', '?v=1', '?v=1', '?v=2'])
      answers.push(await request(`plain4.lighthouse.com${query}`, token));
    expect(await edge.cacheStatuses(answers.map(({ id }) => id))).toEqual(['MISS', 'MISS', 'HIT', 'MISS']);
  });

  it('sends the gateway one of 60 simultaneous requests for a rendition', async () => {
    const key = await newPublishableKey();
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => request('plain5.lighthouse.com?size=90', key.token)),
    );
    const statuses = await edge.cacheStatuses(answers.map(({ id }) => id));
    expect(statuses.filter((status) => status === 'MISS')).toHaveLength(1);
    expect(statuses.filter((status) => status === 'HIT')).toHaveLength(59);
    expect(await hits('plain5.lighthouse.com/')).toBe(1);
    expect(await key.requestCount(60)).toBe(60);
  });

  it('is not served to a page on an unlisted host', async () => {
    const { token, requestCount } = await newPublishableKey(['example.com']);
    expect((await request('plain.lighthouse.com', token, { origin: 'https://example.com' })).status).toBe(200);
    for (const headers of [{ origin: 'https://other.com' }, { referer: 'https://other.com/' }, { origin: 'null' }]) {
      const { status, body } = await request('plain.lighthouse.com', token, headers as Record<string, string>);
      expect({ status, text: body.toString() }).toEqual({ status: 401, text: 'Origin not allowed' });
    }
    expect(await requestCount(1)).toBe(1);
  });

  it('is not served to a deleted key after one second', async () => {
    const key = await newPublishableKey();
    expect((await request('plain.lighthouse.com', key.token)).status).toBe(200);
    await key.remove();
    await eventually(
      'the key is refused',
      async () => (await request('plain.lighthouse.com', key.token)).status === 401,
      changedKeyMs,
    );
    const { body, headers } = await request('plain.lighthouse.com', key.token);
    expect(body.toString()).toBe('Invalid key');
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('is served to an account that is over its allowance', async () => {
    const { token, requestCount } = await newPublishableKey([], 'small');
    for (let time = 0; time < 12; time += 1) expect((await request('plain.lighthouse.com', token)).status).toBe(200);
    expect(await requestCount(12)).toBe(12);
  });
});
