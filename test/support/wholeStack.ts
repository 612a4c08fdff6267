/** A complete stack with its own data folder and free ports: databases, Temporal, gateway and workers. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServers } from '../../deploy/local/servers/start.ts';
import { startServices } from '../../deploy/local/services/start.ts';
import { separateWorkers } from '../../deploy/local/services/workers.ts';

export interface WholeStack {
  /** The environment that its services run with. */
  env: Record<string, string>;
  home: string;
  api: string;
  images: string;
  gatewayPid: number | undefined;
  workerPids: readonly (number | undefined)[];
  stop(): Promise<void>;
}

export interface StackOptions {
  /** The queues of each worker process; by default several, so that a test can kill one. */
  workers?: readonly (readonly string[])[];
  chromium?: boolean;
  quiet?: boolean;
}

/** `name` becomes part of the data folder's name. */
export async function startWholeStack(
  name: string,
  settings: Record<string, string>,
  { workers = separateWorkers, chromium = false, quiet = true }: StackOptions = {},
): Promise<WholeStack> {
  const home = mkdtempSync(join(tmpdir(), `sightread-${name}-`));
  const servers = await startServers({ home, ports: 'free', chromium, quiet });
  async function stopServers() {
    await servers.stop();
    rmSync(home, { recursive: true, force: true });
  }
  const env = {
    ...servers.env,
    // The fixture sites listen on loopback.
    EGRESS_ALLOW: '127.0.0.1/32',
    // All requests of the tests and benches come from one address.
    MAX_CONNECTIONS_PER_ADDRESS: '100000',
    // No test asks a favicon service on the internet.
    FAVICON_SERVICES: 'none',
    ...settings,
  };
  const services = await startServices({ env, quiet, workers }).catch(async (cause) => {
    await stopServers();
    throw cause;
  });
  return {
    env,
    home,
    api: `http://127.0.0.1:${servers.ports.PORT}`,
    images: `http://127.0.0.1:${servers.ports.IMAGE_PORT}`,
    gatewayPid: services.gateway.pid,
    workerPids: services.workers.map(({ pid }) => pid),
    async stop() {
      await services.stop();
      await stopServers();
    },
  };
}

/** Runs a stack for the duration of `use`. */
export async function withWholeStack<T>(
  name: string,
  settings: Record<string, string>,
  use: (stack: WholeStack) => Promise<T>,
  options: StackOptions = {},
): Promise<T> {
  const stack = await startWholeStack(name, settings, options);
  try {
    return await use(stack);
  } finally {
    await stack.stop();
  }
}
