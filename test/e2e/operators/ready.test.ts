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

/** Checks that a dependency is reported as unreachable, and returns the state of all. */
async function unreachable(dependency: string) {
  const started = performance.now();
  const { status, body } = await ready();
  // The probe's two seconds, and much more for a busy machine: without them the answer never comes.
  expect(performance.now() - started).toBeLessThan(30_000);
  expect(status).toBe(503);
  expect(body).toMatchObject({ status: 'unavailable', dependencies: { [dependency]: 'unavailable' } });
  return body.dependencies;
}

function probe(address: string) {
  return call<{ status: string; reason?: string }>(address, { key: null });
}

describe('GET /healthz', () => {
  it('answers without a key', async () => {
    expect(await call('/healthz', { key: null })).toMatchObject({ status: 200, body: { status: 'ok' } });
  });
});

describe('GET /readyz', () => {
  it('names every dependency', async () => {
    await expect.poll(ready).toMatchObject({
      status: 200,
      body: { status: 'ok', dependencies: { mongodb: 'ok', minio: 'ok', temporal: 'ok' } },
    });
  });

  it.each([
    ['mongod', 'mongodb'],
    ['minio', 'minio'],
    ['temporal', 'temporal'],
  ])(
    'reports within the timeout of a probe that %s is unreachable, and later that it is back',
    async (part, dependency) => {
      const resume = await pauseProcess(part);
      try {
        const others = ['mongodb', 'minio', 'temporal'].filter((each) => each !== dependency);
        // A signal takes its time on a busy machine, and what was answered before that is true.
        await eventually('the pause is noticed', async () => (await ready()).status === 503);
        // On a busy machine another one may miss its two seconds as well, but not for long.
        await eventually('only this one is unreachable', async () => {
          const dependencies = await unreachable(dependency);
          return others.every((other) => dependencies[other] === 'ok');
        });
        const samples = await scrapeMetrics(metricsAddress('gateway'));
        expect(sumOf(samples, 'sightread_dependency_up', { dependency })).toBe(0);
        // The gateway itself stays alive and ready.
        expect((await call('/healthz', { key: null })).status).toBe(200);
        expect((await probe(`${metricsAddress('gateway')}/readyz`)).status).toBe(200);
      } finally {
        resume();
      }
      await eventually('every dependency is back', async () => (await ready()).status === 200);
    },
  );
});

describe('the health probes of a worker process', () => {
  it.each(['flow', 'fetch', 'browser', 'image'] as const)('report that %s is alive and ready', async (queue) => {
    expect(await probe(`${metricsAddress(queue)}/healthz`)).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect(await probe(`${metricsAddress(queue)}/readyz`)).toMatchObject({ status: 200, body: { status: 'ok' } });
  });

  it('report a restarted worker as ready only once it takes work', async () => {
    await killProcess('worker-fetch');
    const seen: Awaited<ReturnType<typeof probe>>[] = [];
    async function isReadyAgain() {
      const answer = await probe(`${metricsAddress('fetch')}/readyz`).catch(() => undefined);
      if (answer) seen.push(answer);
      return answer?.status === 200;
    }
    await eventually('the worker is ready again', isReadyAgain, 150_000);
    for (const { status, body } of seen.filter((each) => each.status !== 200)) {
      expect(status).toBe(503);
      expect(body.reason).toMatch(/starting|initialized/);
    }
  });
});
