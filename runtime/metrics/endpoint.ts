import { createServer, type Server, type ServerResponse } from 'node:http';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Logger } from '../log.ts';

/**
 * How often the event loop is looked at, which is also the least lag that is reported. Every 10 ms, as usual, would wake
 * an idle process a hundred times a second and be most of what it does.
 */
const eventLoopMonitoringPrecision = 50;

/** The metrics registry of one process, including Node's own metrics. */
export function createRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision });
  return registry;
}

interface Watched {
  registry: Registry;
  host: string;
  port: number;
  log: Logger;
  /** Why this process cannot take work; undefined if it can. */
  notReady(): string | undefined;
  /** Metrics that are not in the registry, as text. */
  more?: () => Promise<string>;
}

/**
 * Serves `/metrics`, `/healthz` (the process is alive) and `/readyz` (it takes work). If the port is taken, that is
 * logged and the process runs without: the product matters more than its metrics.
 */
export async function serveMetrics(watched: Watched): Promise<{ close(): void }> {
  const { host, port, log } = watched;
  const server = createServer((request, response) => {
    const path = request.url?.split('?', 1)[0] ?? '';
    answer(path, response, watched).catch((error: unknown) => {
      log.error({ err: error }, 'the metrics could not be collected');
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  server.unref();
  await listening(server, watched).catch((error: unknown) =>
    log.error(
      { err: error, host, port },
      `metrics and probes are not served: ${host}:${port} cannot be had; METRICS_PORT or METRICS_HOST changes it`,
    ),
  );
  return {
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function listening(server: Server, { host, port, log }: Watched): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject).on('error', (error) => log.error({ err: error }, 'the metrics server has a problem'));
      resolve();
    });
  });
}

async function answer(path: string, response: ServerResponse, { registry, notReady, more }: Watched) {
  if (path === '/metrics') {
    const [own, others] = await Promise.all([registry.metrics(), more?.()]);
    response.writeHead(200, { 'content-type': registry.contentType }).end(others ? `${own}\n${others}` : own);
    return;
  }
  if (path === '/healthz' || path === '/readyz') {
    const problem = path === '/readyz' ? notReady() : undefined;
    response
      .writeHead(problem ? 503 : 200, { 'content-type': 'application/json' })
      .end(JSON.stringify(problem ? { status: 'unavailable', reason: problem } : { status: 'ok' }));
    return;
  }
  response.writeHead(404).end();
}
