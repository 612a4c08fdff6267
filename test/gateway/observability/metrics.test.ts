import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { createGatewayMetrics } from '../../../gateway/observability/metrics.ts';

it('a request counts as in flight until it is answered, and an unknown method as OTHER', async () => {
  const registry = new Registry();
  const metrics = createGatewayMetrics(registry);
  const valuesOf = async (name: string) => (await registry.getSingleMetric(name)?.get())?.values ?? [];
  const answered = metrics.requestStarted('api');
  const inFlight = async () =>
    (await valuesOf('sightread_http_requests_in_flight')).map(({ labels, value }) => [labels['interface'], value]);
  expect(await inFlight()).toEqual([
    ['api', 1],
    ['images', 0],
    ['dashboard', 0],
  ]);
  answered({ method: 'BREW', route: '/v1/scrape', status: 200 });
  expect((await inFlight())[0]).toEqual(['api', 0]);
  const [first] = await valuesOf('sightread_http_request_duration_seconds');
  expect(first?.labels).toMatchObject({ interface: 'api', method: 'OTHER', route: '/v1/scrape', status: 200 });
});
