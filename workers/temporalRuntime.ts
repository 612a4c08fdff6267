import { once } from 'node:events';
import { createServer } from 'node:net';
import { Runtime, type RuntimeOptions } from '@temporalio/worker';
import type { Logger } from '../runtime/log.ts';

const attempts = 5;
const readTimeoutMs = 2_000;

/**
 * Installs Temporal's runtime with its own metrics and returns a function that reads them. The native core aggregates them
 * and serves them on a loopback port; we read that port and pass its text on, so that each process has one metrics address.
 * (The alternative, a buffer of single updates, would have to be drained and added up here.)
 */
export async function installRuntime(options: RuntimeOptions, log: Logger): Promise<() => Promise<string>> {
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const bindAddress = `127.0.0.1:${await freePort()}`;
    const prometheus = { bindAddress, countersTotalSuffix: true, unitSuffix: true, useSecondsForDurations: true };
    try {
      Runtime.install({ ...options, telemetryOptions: { metrics: { prometheus } } });
      return () => read(`http://${bindAddress}/metrics`, log);
    } catch (error) {
      // Another process has taken the port in the meantime.
      log.warn({ err: error, attempt }, 'Temporal’s metrics could not be opened');
    }
  }
  log.error('this worker runs without the metrics of Temporal’s SDK');
  Runtime.install(options);
  return async () => '';
}

async function read(address: string, log: Logger): Promise<string> {
  try {
    return await (await fetch(address, { signal: AbortSignal.timeout(readTimeoutMs) })).text();
  } catch (error) {
    log.warn({ err: error }, 'the metrics of Temporal’s SDK could not be read');
    return '';
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || !address) throw new Error('no port of loopback could be had');
  return address.port;
}
