import type { Logger } from '../../runtime/log.ts';
import type { WorkMetrics } from '../../runtime/metrics/work.ts';
import type { Keyring } from '../../runtime/secrets/keyring.ts';
import type { Settings } from '../../runtime/settings.ts';
import type { Tracing } from '../../runtime/tracing/tracing.ts';
import type { Storage } from '../../storage/storage.ts';
import type { RoleCalls } from './procedures.ts';
import { registerWorker } from './registration.ts';
import { serveCalls } from './server.ts';

interface Deps {
  settings: Settings;
  storage: Storage;
  keyring: Keyring;
  log: Logger;
  metrics: WorkMetrics;
  tracing: Tracing;
  calls: readonly RoleCalls[];
}

/** Takes the calls of gateways. Returns how to stop: no new ones come, and those that run may finish. */
export async function openCalls({ settings, storage, calls, ...deps }: Deps): Promise<() => Promise<void>> {
  if (calls.length === 0) return async () => {};
  const { WORKER_HOST: host, WORKER_PORT: wantedPort, SHUTDOWN_GRACE_MS: graceMs } = settings;
  const server = await serveCalls({ ...deps, roles: calls, host, port: wantedPort });
  const queues = calls.map(({ queue }) => queue);
  const registration = await registerWorker(storage.workers, { host, port: server.port, queues }, deps.log);
  return async () => {
    await registration.end();
    await server.close(graceMs);
  };
}
