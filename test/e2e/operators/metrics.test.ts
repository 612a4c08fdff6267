import { beforeAll, describe, expect, it } from 'vitest';
import { queriedMetrics } from '../../deploy/monitoring.ts';
import { createBatch, waitForJob } from '../../support/batches.ts';
import { api, call, images, publishableKey } from '../../support/client.ts';
import { eventually } from '../../support/eventually.ts';
import { site } from '../../support/fixtureSite.ts';
import { fetchImage } from '../../support/imageClient.ts';
import { metricsAddress, type Sample, scrapeAllMetrics, scrapeMetrics, sumOf } from '../../support/metrics.ts';
import { stackEnv } from '../../support/stackEnv.ts';

/** How much a metric has grown since the work began. */
type Grown = (name: string, labels?: Record<string, string>) => number;

/** Waits until the growth is visible, because some metrics are written after the answer. */
async function growthOf(work: () => Promise<unknown>, until: (grown: Grown) => boolean): Promise<Grown> {
  const before = await scrapeAllMetrics();
  await work();
  let after: Sample[] = [];
  const grown: Grown = (name, labels) => sumOf(after, name, labels) - sumOf(before, name, labels);
  await eventually('the metrics show the work', async () => {
    after = await scrapeAllMetrics();
    return until(grown);
  });
  return grown;
}

const requests = 'sightread_http_request_duration_seconds_count';

async function stateOfStack() {
  const all = await scrapeAllMetrics();
  const upOf = (dependency: string) => sumOf(all, 'sightread_dependency_up', { dependency });
  const backlogs = all.filter(({ name }) => name === 'sightread_queue_backlog_tasks');
  const sweptAt = sumOf(all, 'sightread_icon_sweep_last_run_timestamp_seconds');
  return {
    up: Object.fromEntries(['mongodb', 'minio', 'temporal'].map((each) => [each, upOf(each)])),
    backlogs: new Set(backlogs.map(({ labels }) => `${labels['queue']} ${labels['kind']}`)).size,
    backlogAges: all.filter(({ name }) => name === 'sightread_queue_backlog_age_seconds').length,
    hasOldReservation: sumOf(all, 'sightread_ledger_oldest_reservation_seconds') >= 3600,
    hasSwept: Math.abs(Date.now() / 1_000 - sweptAt) < 7200,
  };
}

/** What the dashboard and the alerts query, but nobody serves. */
async function missingMetrics(): Promise<string[]> {
  // A metric without a value yet, such as one of failures or of the model, still has its TYPE line.
  const texts = await Promise.all(
    [
      ...(['gateway', 'flow', 'fetch', 'browser', 'image'] as const).map((each) => `${metricsAddress(each)}/metrics`),
      `${stackEnv('MINIO_ENDPOINT')}/minio/v2/metrics/cluster`,
    ].map(async (address) => (await fetch(address)).text()),
  );
  const served = new Set([...texts.join('\n').matchAll(/^# TYPE (\S+) (\w+)/gm)].map(([, name = '']) => name));
  const plain = (name: string) => (served.has(name) ? name : name.replace(/_(?:bucket|count|sum)$/, ''));
  return [...queriedMetrics()].filter((name) => !served.has(plain(name)));
}

describe('/metrics', () => {
  it('counts the request, the activities, the engine and the credit of a page', async () => {
    const grown = await growthOf(
      () => call('/v1/scrape', { body: { url: site('/measured') } }),
      (each) => each('sightread_credits_total', { operation: 'scrape' }) >= 1,
    );
    expect(grown(requests, { interface: 'api', method: 'POST', route: '/v1/scrape', status: '200' })).toBe(1);
    expect(grown('sightread_pages_total')).toBe(1);
    expect(grown('sightread_pages_total', { engine: 'http', outcome: 'ok' })).toBe(1);
    expect(grown('sightread_page_duration_seconds_count', { engine: 'http' })).toBe(1);
    const activity = { activity: 'scrapePage', queue: 'fetch' };
    expect(grown('sightread_activity_duration_seconds_count', { ...activity, outcome: 'ok' })).toBe(1);
    expect(grown('sightread_activity_queue_seconds_count', activity)).toBe(1);
    expect(grown('sightread_credits_total', { operation: 'scrape', step: 'charged' })).toBe(1);
    expect(grown('sightread_credits_total', { operation: 'scrape', step: 'released' })).toBe(0);
  });

  it('counts failed pages by their reason, and the credits that are released', async () => {
    const urls = ['/ok-1', '/ok-2', '/status?code=404', '/status?code=500', '/loop', '/picture'].map(site);
    const grown = await growthOf(
      async () => waitForJob((await createBatch({ urls })).id),
      (each) => each('sightread_credits_total', { operation: 'batch' }) >= urls.length,
    );
    const of = (outcome: string) => grown('sightread_pages_total', { engine: 'http', outcome });
    expect(of('ok')).toBe(2);
    expect(of('PageRefused')).toBe(2);
    expect(of('PageUnreachable')).toBe(1);
    expect(of('PageNotText')).toBe(1);
    expect(grown('sightread_pages_total')).toBe(6);
    expect(grown('sightread_credits_total', { operation: 'batch', step: 'charged' })).toBe(2);
    expect(grown('sightread_credits_total', { operation: 'batch', step: 'released' })).toBe(4);
  });

  it('counts a page that needs the browser for both engines, and the launched browser', async () => {
    const grown = await growthOf(
      () => call('/v1/scrape', { body: { url: site('/script') } }),
      (each) => each('sightread_credits_total', { operation: 'scrape' }) >= 1,
    );
    expect(grown('sightread_pages_total', { engine: 'http', outcome: 'needs_browser' })).toBe(1);
    expect(grown('sightread_pages_total', { engine: 'browser', outcome: 'ok' })).toBe(1);
    const browser = await scrapeMetrics(metricsAddress('browser'));
    expect(sumOf(browser, 'sightread_browser_launches_total')).toBeGreaterThanOrEqual(1);
    expect(sumOf(browser, 'sightread_browser_memory_bytes')).toBeGreaterThan(1e7);
    expect(sumOf(browser, 'sightread_browser_pages')).toBe(0);
    expect(sumOf(browser, 'sightread_browser_waiting')).toBe(0);
  });

  it('counts rendered images, images from memory and refused requests', async () => {
    let source: string | null = null;
    let grown: Grown = () => 0;
    async function requestImages() {
      const unseen = `plain${Date.now()}.lighthouse.com?size=61`;
      source = (await fetchImage(unseen)).headers.get('x-sightread-source');
      await fetchImage(unseen);
      await fetchImage(unseen, { token: 'pk_0000000000000000unknown' });
    }
    // A fallback answers for an icon that is not found in time, and is counted as such.
    await eventually('an icon is found in time', async () => {
      grown = await growthOf(
        requestImages,
        // The counts are written after the answers.
        (each) =>
          each(requests, { interface: 'images' }) >= 3 &&
          each('sightread_image_requests_total') >= 2 &&
          each('sightread_image_count_wait_seconds_count') >= 1,
      );
      return source === 'site';
    });
    expect(grown('sightread_images_total', { way: 'rendered', source: 'site' })).toBe(1);
    expect(grown('sightread_images_total', { way: 'memory', source: 'site' })).toBe(1);
    expect(grown('sightread_images_total')).toBe(2);
    expect(grown('sightread_image_requests_total')).toBe(2);
    // One write may have both, and what is not yet on disk is written again.
    expect(grown('sightread_image_count_wait_seconds_count')).toBeGreaterThanOrEqual(1);
    expect(grown(requests, { interface: 'images', route: '/:domain', status: '200' })).toBe(2);
    expect(grown(requests, { interface: 'images', route: '/:domain', status: '401' })).toBe(1);
    // A search that nobody waited for may have ended meanwhile.
    expect(grown('sightread_icon_refreshes_total', { kind: 'icon', outcome: 'site' })).toBeGreaterThanOrEqual(1);
  });

  it('counts delivered and failed webhooks separately', async () => {
    const grown = await growthOf(
      async () => {
        await createBatch({ urls: [site('/told')], webhook: { url: site('/receiver'), events: ['completed'] } });
        await createBatch({ urls: [site('/told')], webhook: { url: site('/status?code=500'), events: ['completed'] } });
      },
      (each) =>
        each('sightread_webhooks_total', { outcome: 'delivered' }) >= 1 &&
        each('sightread_webhooks_total', { outcome: 'failed' }) >= 1,
    );
    expect(grown('sightread_webhooks_total', { outcome: 'delivered' })).toBe(1);
    expect(grown('sightread_webhooks_total', { outcome: 'given_up' })).toBe(0);
  });

  it('shows the state of dependencies, queues, reservations and the icon sweep', async () => {
    // A value that cannot be read within seconds is left out.
    await expect.poll(stateOfStack).toEqual({
      up: { mongodb: 1, minio: 1, temporal: 1 },
      backlogs: 10,
      backlogAges: 10,
      hasOldReservation: false,
      hasSwept: true,
    });
  });

  it.each(['flow', 'fetch', 'browser', 'image'] as const)(
    'contains Temporal’s own metrics for the %s worker',
    async (queue) => {
      const names = async () => (await scrapeMetrics(metricsAddress(queue))).map(({ name }) => name);
      await expect
        .poll(names)
        .toEqual(
          expect.arrayContaining(['process_resident_memory_bytes', 'temporal_num_pollers', 'temporal_request_total']),
        );
    },
  );

  it('contains every metric that the dashboard and the alerts query', async () => {
    await expect.poll(missingMetrics).toEqual([]);
  });

  describe('under odd requests', () => {
    let before: number;
    const seriesCount = async () =>
      (await scrapeMetrics(metricsAddress('gateway'))).filter(({ name }) => name.startsWith('sightread_http')).length;
    const oddPath = (number: number) => `/odd-${number}/${'x'.repeat(number % 40)}?q=${number}`;
    const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'PROPFIND', 'REPORT', 'SEARCH', 'LOCK', 'MERGE'];
    async function sendOddRequests(count: number) {
      const all = Array.from({ length: count }, (_, number) => number);
      while (all.length > 0) {
        await Promise.all(
          all.splice(0, 20).flatMap((number) => {
            const method = methods[number % methods.length] ?? 'GET';
            return [
              fetch(`${api()}/v1${oddPath(number)}`, { method }),
              fetch(`${api()}${oddPath(number)}`, { method, redirect: 'manual' }),
              fetch(`${images()}${oddPath(number)}&token=${publishableKey()}`, { method }),
            ].map(async (answer) => (await answer).arrayBuffer());
          }),
        );
      }
    }
    beforeAll(async () => {
      await sendOddRequests(40);
      before = await seriesCount();
    });

    it('creates no new series for a thousand paths and methods', async () => {
      await sendOddRequests(350);
      expect(await seriesCount()).toBe(before);
    });
  });
});
