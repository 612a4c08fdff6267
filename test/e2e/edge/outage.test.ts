import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Edge, findNginx, openEdge } from '../../support/edge.ts';
import { fetchImage } from '../../support/imageClient.ts';
import { type SecondGateway, startSecondGateway } from '../../support/secondGateway.ts';

const nginx = await findNginx();

describe.skipIf(!nginx)('the edge without its gateway', () => {
  let edge: Edge;
  let gateway: SecondGateway;
  beforeAll(async () => {
    gateway = await startSecondGateway();
    const hostOf = (address: string) => new URL(address).host;
    edge = await openEdge(nginx ?? '', { api: hostOf(gateway.address), images: hostOf(gateway.imageAddress) });
    for (let time = 0; time < 2; time += 1) {
      expect((await fetchImage('github.com', { base: edge.images })).status).toBe(200);
    }
    await gateway.stop();
  });
  afterAll(() => edge?.stop());

  it.each(['GET', 'HEAD'])('answers %s with 503, even for a cached image', async (method) => {
    const { status, headers, body } = await fetchImage('github.com', { base: edge.images, method });
    expect({ status, text: body.toString() }).toEqual({
      status: 503,
      text: method === 'HEAD' ? '' : 'Temporarily unavailable',
    });
    expect(Object.fromEntries(headers)).toMatchObject({
      'retry-after': '5',
      'cache-control': 'no-store',
      'content-type': 'text/plain; charset=utf-8',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    });
  });

  it('answers calls of the extraction API with a JSON error and a Retry-After', async () => {
    const answer = await fetch(`${edge.api}/v1/credits`, { headers: { 'x-request-id': 'mine' } });
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('5');
    expect(answer.headers.get('x-request-id')).toBe('mine');
    expect(await answer.json()).toEqual({ error: expect.stringMatching(/try again/) });
  });
});
