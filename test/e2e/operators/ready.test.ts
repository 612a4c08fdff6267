import { describe, expect, it } from 'vitest';
import { call } from '../../support/client.ts';
import { eventually } from '../../support/eventually.ts';
import { metricsAddress, scrapeMetrics, sumOf } from '../../support/metrics.ts';
import { killProcess, pauseProcess } from '../../support/stackProcesses.ts';

interface Readiness {
  status: string;
  dependencies: Record<string, string>;
}

function ready() {
  return call<Readiness>('/readyz', { key: null });
}
function probe(address: string) {
  return call<{ status: string; reason?: string }>(address, { key: null });
}

describe('GET /readyz', () => {
  it.each([
    ['mongod', 'mongodb'],
    ['minio', 'minio'],
    ['temporal', 'temporal'],
  ])('says within a probe’s patience that %s is away, and when it is back', async (part, dependency) => {
    const resume = await pauseProcess(part);
    try {
      const asked = performance.now();
      const { status, body } = await ready();
      // Two seconds, and what a busy machine adds.
      expect(performance.now() - asked).toBeLessThan(5_000);
      expect(status).toBe(503);
      const others = ['mongodb', 'minio', 'temporal'].filter((each) => each !== dependency);
      expect(body).toMatchObject({ status: 'unavailable', dependencies: { [dependency]: 'unavailable' } });
      for (const other of others) expect(body.dependencies[other], other).toBe('ok');
      const samples = await scrapeMetrics(metricsAddress('gateway'));
      expect(sumOf(samples, 'sightread_dependency_up', { dependency })).toBe(0);
      // It lives, and goes on with what it can do.
      expect((await call('/healthz', { key: null })).status).toBe(200);
      expect((await probe(`${metricsAddress('gateway')}/readyz`)).status).toBe(200);
    } finally {
      resume();
    }
    await eventually('all is well again', async () => (await ready()).status === 200);
  });
});

describe('the probes of a worker', () => {
  it.each(['flow', 'fetch', 'browser', 'image'] as const)('of %s say that it lives and works', async (queue) => {
    expect(await probe(`${metricsAddress(queue)}/healthz`)).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect(await probe(`${metricsAddress(queue)}/readyz`)).toMatchObject({ status: 200, body: { status: 'ok' } });
  });

  it('say so of a new one only once it takes work', { timeout: 180_000 }, async () => {
    await killProcess('worker-fetch');
    const seen: Awaited<ReturnType<typeof probe>>[] = [];
    async function worksAgain() {
      const answer = await probe(`${metricsAddress('fetch')}/readyz`).catch(() => undefined);
      if (answer) seen.push(answer);
      return answer?.status === 200;
    }
    await eventually('it works again', worksAgain, 150_000);
    for (const { status, body } of seen.filter((each) => each.status !== 200)) {
      expect(status).toBe(503);
      expect(body.reason).toMatch(/starting|initialized/);
    }
  });
});
