/** Our own processes a second time, with other settings: beside the stack, on its servers, apart by database and namespace. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { claimHome } from '../../deploy/local/home.ts';
import { reserveFreePorts } from '../../deploy/local/servers/ports.ts';
import { startServices } from '../../deploy/local/services/start.ts';
import { silentTerminal } from '../../deploy/local/terminal.ts';
import { registerNamespace } from './temporalNamespace.ts';

export interface IsolatedStack {
  api: string;
  /** Where its one worker process has its metrics. */
  workerMetrics: string;
  /** Its data folder, with its logs. */
  home: string;
  stop(): Promise<void>;
}

export async function startIsolatedStack(name: string, settings: Record<string, string>): Promise<IsolatedStack> {
  const env = inject('env');
  await registerNamespace(env['TEMPORAL_ADDRESS'] ?? '', name);
  const home = mkdtempSync(join(tmpdir(), `sightread-${name}-`));
  const { release } = await claimHome(home, silentTerminal);
  const { ports, release: freePorts } = await reserveFreePorts();
  freePorts();
  const { PORT, IMAGE_PORT, METRICS_PORT } = ports;
  const database = new URL(env['MONGODB_URI'] ?? '');
  database.pathname = `/${name}`;
  const services = await startServices({
    env: {
      ...env,
      ...settings,
      PORT: String(PORT),
      IMAGE_PORT: String(IMAGE_PORT),
      METRICS_PORT: String(METRICS_PORT),
      SIGHTREAD_HOME: home,
      TEMPORAL_NAMESPACE: name,
      MONGODB_URI: database.href,
    },
    workers: [['flow', 'fetch', 'browser', 'model']],
    quiet: true,
  });
  return {
    api: `http://127.0.0.1:${PORT}`,
    workerMetrics: `http://127.0.0.1:${METRICS_PORT + 1}`,
    home,
    async stop() {
      await services.stop();
      release();
      rmSync(home, { recursive: true, force: true });
    },
  };
}
