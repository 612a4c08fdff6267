import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Edge, findNginx, openEdge } from '../../support/edge.ts';
import { eventually } from '../../support/eventually.ts';
import { fetchImage } from '../../support/imageClient.ts';
import { newPublishableKey } from '../../support/publishableKeys.ts';
import { killProcess } from '../../support/stackProcesses.ts';

const nginx = await findNginx();

describe.skipIf(!nginx)('the count of requests at the edge', () => {
  let edge: Edge;
  beforeAll(async () => {
    edge = await openEdge(nginx ?? '');
  });
  afterAll(() => edge?.stop());

  it('is exact: hits, misses, HEAD, 304, 404 and 400 at the same time, once each; refusals not at all', async () => {
    const { token, requestCount: counted } = await newPublishableKey(['example.com']);
    const at = edge.images;
    const { headers } = await fetchImage('plain.lighthouse.com', { token, at });
    const etag = headers.get('etag') ?? '';
    const requests = Array.from({ length: 40 }, (_, n) => [
      fetchImage('plain.lighthouse.com', { token, at }),
      fetchImage(`plain.lighthouse.com?size=${100 + (n % 10)}`, { token, at }),
      fetchImage('plain.lighthouse.com', { token, at, method: 'HEAD' }),
      fetchImage('plain.lighthouse.com', { token, at, headers: { 'if-none-match': etag } }),
      fetchImage('bare.lighthouse.com?fallback=404', { token, at }),
      fetchImage('nodot', { token, at }),
    ]).flat();
    const refused = Array.from({ length: 20 }, () => [
      fetchImage('plain.lighthouse.com', { token, at, headers: { origin: 'https://other.com' } }),
      fetchImage('plain.lighthouse.com', { token: 'pk_0000000000000000000000000000', at }),
      fetchImage('plain.lighthouse.com', { token, at, method: 'OPTIONS' }),
    ]).flat();
    const statuses = (await Promise.all(requests)).map(({ status }) => status);
    await Promise.all(refused);
    expect(
      Object.fromEntries([200, 304, 404, 400].map((each) => [each, statuses.filter((s) => s === each).length])),
    ).toEqual({ 200: 120, 304: 40, 404: 40, 400: 40 });
    expect(await counted()).toBe(1 + 240);
  });

  it('misses no answered request when the gateway is killed under load, and has none twice', async () => {
    const { token, requestCount: counted } = await newPublishableKey();
    const get = (n: number) => fetchImage(`plain.lighthouse.com?size=${20 + (n % 30)}`, { token, at: edge.images });
    await get(0);
    let [sent, answered, away, loading] = [1, 1, 0, true];
    const load = Array.from({ length: 10 }, async () => {
      while (loading) {
        sent += 1;
        const { status } = await get(sent);
        if (status === 200) answered += 1;
        else {
          expect(status).toBe(503);
          away += 1;
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
      }
    });
    await eventually('there is load', () => answered > 200);
    await killProcess('gateway');
    const before = answered;
    await eventually('it answers again', () => answered > before + 100);
    loading = false;
    await Promise.all(load);
    expect(away).toBeGreaterThan(0);
    expect(await counted()).toBeGreaterThanOrEqual(answered);
    expect(await counted()).toBeLessThanOrEqual(sent);
  });
});
