/** A second gateway and worker with other settings, on the stack's servers but with a database and a namespace of their own. */
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
  /** The metrics address of its one worker process. */
  workerMetrics: string;
  /** Its data folder, with its logs. */
  home: string;
  stop(): Promise<void>;
}

export async function startIsolatedStack(name: string, settings: Record<string, string>): Promise<IsolatedStack> {
  const { env, home, api, workerMetrics } = await isolatedEnv(name);
  const { release } = await claimHome(home, silentTerminal);
  const services = await startServices({
    env: { ...env, ...settings },
    workers: [['flow', 'fetch', 'browser', 'model']],
    quiet: true,
  });
  return {
    api,
    workerMetrics,
    home,
    async stop() {
      await services.stop();
      release();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** The stack's environment with a new data folder, free ports, and the database and Temporal namespace called `name`. */
export async function isolatedEnv(name: string) {
  const stack = inject('env');
  await registerNamespace(stack['TEMPORAL_ADDRESS'] ?? '', name);
  const home = mkdtempSync(join(tmpdir(), `sightread-${name}-`));
  const { ports, release } = await reserveFreePorts();
  release();
  const database = new URL(stack['MONGODB_URI'] ?? '');
  database.pathname = `/${name}`;
  const env: Record<string, string> = {
    ...stack,
    PORT: String(ports.PORT),
    IMAGE_PORT: String(ports.IMAGE_PORT),
    METRICS_PORT: String(ports.METRICS_PORT),
    SIGHTREAD_HOME: home,
    TEMPORAL_NAMESPACE: name,
    MONGODB_URI: database.href,
  };
  return {
    env,
    home,
    api: `http://127.0.0.1:${ports.PORT}`,
    workerMetrics: `http://127.0.0.1:${ports.METRICS_PORT + 1}`,
  };
}
