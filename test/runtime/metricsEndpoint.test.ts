import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { Gauge } from 'prom-client';
import { afterEach, describe, expect, it } from 'vitest';
import { createRegistry, serveMetrics } from '../../runtime/metrics/endpoint.ts';

function writtenLog() {
  const lines: string[] = [];
  const log = pino(
    new Writable({
      write(chunk, _, done) {
        lines.push(String(chunk));
        done();
      },
    }),
  );
  return { log, lines };
}

async function takenPort() {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  return { taken, port: (taken.address() as AddressInfo).port };
}

/** One that was free a moment ago. */
async function freePort() {
  const { taken, port } = await takenPort();
  taken.close();
  await once(taken, 'close');
  return port;
}

describe('the metrics endpoint', () => {
  const open: { close(): void }[] = [];
  afterEach(() => {
    for (const each of open.splice(0)) each.close();
  });
  async function serve(more: Partial<Parameters<typeof serveMetrics>[0]> = {}) {
    const { log, lines } = writtenLog();
    const port = more.port ?? (await freePort());
    const registry = more.registry ?? createRegistry();
    open.push(await serveMetrics({ host: '127.0.0.1', log, notReady: () => undefined, ...more, registry, port }));
    const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
    return { get, lines };
  }

  it('serves the metrics of Node and those that others add', async () => {
    const { get } = await serve({ more: async () => 'temporal_request_total 7\n' });
    const response = await get('/metrics');
    expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    const text = await response.text();
    expect(text).toMatch(/^process_resident_memory_bytes \d+$/m);
    expect(text).toMatch(/^temporal_request_total 7$/m);
    expect((await get('/other')).status).toBe(404);
  });

  it('has a liveness and a readiness probe', async () => {
    let problem: string | undefined = 'The worker is starting.';
    const { get } = await serve({ notReady: () => problem });
    expect((await get('/healthz')).status).toBe(200);
    const busy = await get('/readyz');
    expect(busy.status).toBe(503);
    expect(await busy.json()).toEqual({ status: 'unavailable', reason: problem });
    problem = undefined;
    expect((await get('/readyz?verbose')).status).toBe(200);
  });

  it('is missing, and nothing else, if its port is taken', async () => {
    const { taken, port } = await takenPort();
    const { lines } = await serve({ port });
    expect(lines.join()).toContain(`metrics and probes are not served: 127.0.0.1:${port} cannot be had`);
    taken.close();
  });

  it('answers 500 with the reason if a metric cannot be collected', async () => {
    const registry = createRegistry();
    new Gauge({
      name: 'broken',
      help: 'Broken.',
      registers: [registry],
      collect() {
        throw new Error('out of order');
      },
    });
    const { get, lines } = await serve({ registry });
    expect((await get('/metrics')).status).toBe(500);
    expect(lines.join()).toContain('out of order');
    expect((await get('/healthz')).status).toBe(200);
  });
});
