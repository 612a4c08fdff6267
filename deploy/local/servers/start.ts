/** Starts the servers that the gateway and the workers need: Temporal, MinIO and MongoDB. */

import { readOrCreateKeyFile } from '../../../runtime/secrets/keyFile.ts';
import { claimHome, type Home } from '../home.ts';
import type { SupervisedProcess } from '../process/spec.ts';
import { type BinaryName, provisionBinaries } from '../provision/binaries.ts';
import { createTerminal, silentTerminal, type Terminal } from '../terminal.ts';
import { writeEnvFile } from './envFile.ts';
import { type ExternalServers, findExternalServers } from './external.ts';
import { mongodUri } from './mongod.ts';
import { type ServerName, type ServerProcessName, serverNames } from './names.ts';
import { checkPorts, type PortClaim, type Ports, readPorts, reserveFreePorts } from './ports.ts';
import { type Credentials, objectStoreCredentials, readOrCreateSecrets } from './secrets.ts';
import { portClaimsOf, requirementsOf, serverSpecs } from './specs.ts';
import { startProcesses } from './startProcesses.ts';

export interface ServersOptions {
  /** The data folder. */
  readonly home: string;
  /**
   * `'free'` starts servers of its own on free ports and ignores the addresses in the environment; for tests. Otherwise
   * the ports come from the environment, and a server whose address the environment has is not started.
   */
  readonly ports?: 'free' | Partial<Ports>;
  /** Further ports that must be free before anything is started. */
  readonly requiredPorts?: readonly PortClaim[];
  /**
   * Runs Temporal as in production: its server on PostgreSQL instead of the development server on a file. Where
   * undefined, SIGHTREAD_PRODUCTION_LIKE=1 decides, which tests and benchmarks use.
   */
  readonly productionLike?: boolean | undefined;
  /** Is told the environment of the gateway and the workers while the servers are starting. */
  readonly onPlanned?: (env: Record<string, string>) => void;
  /** Provides Chromium as well, for the workers. */
  readonly chromium?: boolean;
  readonly quiet?: boolean;
  readonly terminal?: Terminal;
  readonly signal?: AbortSignal | undefined;
}

export interface Servers {
  /** The environment variables that the gateway and the workers need. */
  readonly env: Record<string, string>;
  readonly processes: Readonly<Record<ServerName, SupervisedProcess>> & { readonly postgres?: SupervisedProcess };
  readonly ports: Ports;
  /** The data folder, as an absolute path. */
  readonly home: string;
  stop(options?: { now?: boolean }): Promise<void>;
}

/** MongoDB, which has the results, stops last. */
const stopOrder: readonly ServerProcessName[] = ['temporal', 'postgres', 'minio', 'mongod'];

export async function startServers(options: ServersOptions): Promise<Servers> {
  const { env } = process;
  const { signal } = options;
  const ownOnly = options.ports === 'free';
  const productionLike = options.productionLike ?? env.SIGHTREAD_PRODUCTION_LIKE === '1';
  const terminal = options.terminal ?? (options.quiet ? silentTerminal : createTerminal(process.stdout, env));

  const home = await claimHome(options.home, terminal);
  const started = new Map<ServerProcessName, SupervisedProcess>();
  let releasePorts = () => {};
  let removeEnvFile = () => {};
  async function stop({ now = false } = {}) {
    removeEnvFile();
    // Only once: a second call must not remove the file of a stack that has started since.
    removeEnvFile = () => {};
    if (now) await Promise.all([...started.values()].map((each) => each.stop({ now })));
    for (const name of stopOrder) await started.get(name)?.stop();
    releasePorts();
    home.release();
  }

  try {
    const { ports, release } = await choosePorts(options.ports, env);
    releasePorts = release;
    const external = ownOnly ? {} : await findExternalServers(env);
    const servers = serverNames
      .filter((name) => external[name] === undefined)
      .map((name) => requirementsOf(name, productionLike));
    const serverPorts = servers.flatMap((server) => server.ports).flatMap((name) => portClaimsOf(ports, name));
    await checkPorts([...(options.requiredPorts ?? []), ...serverPorts]);

    const names: BinaryName[] = servers.flatMap((server) => server.binaries);
    if (options.chromium) names.push('chromium');
    const binaries = await provisionBinaries(names, { terminal, env, signal });
    const isExternal = external.minio !== undefined;
    const credentials = objectStoreCredentials(home.secrets, env, { isExternal, ownOnly });
    const specs = serverSpecs({ home, ports, binaries, credentials, productionLike });
    const serviceEnv = {
      ...serviceEnvOf({ home, ports, external, credentials }),
      SESSION_SECRET: env.SESSION_SECRET || readOrCreateSecrets(home.secrets).sessionSecret,
      SECRETS_KEYS: env.SECRETS_KEYS || readOrCreateKeyFile(home.folder),
      ...(binaries.chromium ? { CHROMIUM_PATH: binaries.chromium } : {}),
    };
    options.onPlanned?.(serviceEnv);
    await startProcesses(servers, { specs, binaries, home, terminal, signal }, started);
    removeEnvFile = writeEnvFile(home, serviceEnv);
    return { env: serviceEnv, processes: processesOf(started, external), ports, home: home.folder, stop };
  } catch (cause) {
    await stop();
    throw cause;
  }
}

async function choosePorts(
  requested: ServersOptions['ports'],
  env: NodeJS.ProcessEnv,
): Promise<{ ports: Ports; release(): void }> {
  if (requested === 'free') return reserveFreePorts();
  return { ports: { ...readPorts(env), ...requested }, release: () => {} };
}

interface ServiceEnvDeps {
  readonly home: Home;
  readonly ports: Ports;
  readonly external: ExternalServers;
  readonly credentials: Credentials;
}

function serviceEnvOf({ home, ports, external, credentials }: ServiceEnvDeps) {
  return {
    SIGHTREAD_HOME: home.folder,
    MONGODB_URI: external.mongod?.address ?? mongodUri(ports.MONGODB_PORT),
    TEMPORAL_ADDRESS: external.temporal?.address ?? `127.0.0.1:${ports.TEMPORAL_PORT}`,
    MINIO_ENDPOINT: external.minio?.address ?? `http://127.0.0.1:${ports.MINIO_PORT}`,
    MINIO_ACCESS_KEY: credentials.user,
    MINIO_SECRET_KEY: credentials.password,
    PORT: String(ports.PORT),
    IMAGE_PORT: String(ports.IMAGE_PORT),
    METRICS_PORT: String(ports.METRICS_PORT),
  };
}

function processesOf(
  started: ReadonlyMap<ServerProcessName, SupervisedProcess>,
  external: ExternalServers,
): Servers['processes'] {
  function processOf(name: ServerName) {
    const found = started.get(name) ?? external[name]?.process;
    if (!found) throw new Error(`${name} neither runs elsewhere nor was started`);
    return found;
  }
  const postgres = started.get('postgres');
  return {
    mongod: processOf('mongod'),
    temporal: processOf('temporal'),
    minio: processOf('minio'),
    ...(postgres && { postgres }),
  };
}
