import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Edge, findNginx, openEdge } from '../../support/edge.ts';
import { killGatewayUnderLoad } from '../../support/gatewayKill.ts';
import { fetchImage } from '../../support/imageClient.ts';
import { newPublishableKey } from '../../support/publishableKeys.ts';

const nginx = await findNginx();

describe.skipIf(!nginx)('the count of image requests at the edge', () => {
  let edge: Edge;
  beforeAll(async () => {
    edge = await openEdge(nginx ?? '');
  });
  afterAll(() => edge?.stop());

  it('includes simultaneous hits, misses, HEAD, 304, 404 and 400 answers once each, and no refusals', async () => {
    const { token, requestCount } = await newPublishableKey(['example.com']);
    const base = edge.images;
    const { headers } = await fetchImage('plain.lighthouse.com', { token, base });
    const etag = headers.get('etag') ?? '';
    const requests = Array.from({ length: 40 }, (_, n) => [
      fetchImage('plain.lighthouse.com', { token, base }),
      fetchImage(`plain.lighthouse.com?size=${100 + (n % 10)}`, { token, base }),
      fetchImage('plain.lighthouse.com', { token, base, method: 'HEAD' }),
      fetchImage('plain.lighthouse.com', { token, base, headers: { 'if-none-match': etag } }),
      fetchImage('bare.lighthouse.com?fallback=404', { token, base }),
      fetchImage('nodot', { token, base }),
    ]).flat();
    const refused = Array.from({ length: 20 }, () => [
      fetchImage('plain.lighthouse.com', { token, base, headers: { origin: 'https://other.com' } }),
      fetchImage('plain.lighthouse.com', { token: 'pk_0000000000000000000000000000', base }),
      fetchImage('plain.lighthouse.com', { token, base, method: 'OPTIONS' }),
    ]).flat();
    const statuses = (await Promise.all(requests)).map(({ status }) => status);
    await Promise.all(refused);
    expect(
      Object.fromEntries([200, 304, 404, 400].map((each) => [each, statuses.filter((s) => s === each).length])),
    ).toEqual({ 200: 120, 304: 40, 404: 40, 400: 40 });
    expect(await requestCount()).toBe(1 + 240);
  });

  it('includes every answered request and counts none twice when the gateway is killed under load', async () => {
    const { token, requestCount } = await newPublishableKey();
    const { sent, answered, failures } = await killGatewayUnderLoad(10, (number) =>
      fetchImage(`plain.lighthouse.com?size=${20 + (number % 30)}`, { token, base: edge.images }),
    );
    expect(new Set(failures)).toEqual(new Set([503]));
    const counted = await requestCount();
    expect(counted).toBeGreaterThanOrEqual(answered);
    expect(counted).toBeLessThanOrEqual(sent);
  });
});
