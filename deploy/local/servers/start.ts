/** The servers that everything else stands on. */

import { claimHome, type Home } from '../home.ts';
import { createLeash } from '../process/parentDeathSignal.ts';
import { type SupervisedProcess, superviseProcess } from '../process/supervisor.ts';
import { provisionBinaries } from '../provision/binaries.ts';
import { createTerminal, silentTerminal, type Terminal } from '../terminal.ts';
import { UserError, reasonOf } from '../userError.ts';
import { writeEnvFile } from './envFile.ts';
import { type ExternalServer, findExternalServer, type ServerName } from './external.ts';
import { mongodUri } from './mongod.ts';
import { checkPorts, type PortClaim, type Ports, readPorts, reserveFreePorts } from './ports.ts';
import { asUnprivilegedUser } from './postgres.ts';
import { readOrCreateSecrets } from './secrets.ts';
import { portClaimsOf, requirementsOf, type ServerProcessName, serverSpecs } from './specs.ts';

export interface ServersOptions {
  /** The data folder. */
  readonly home: string;
  /**
   * `'free'`: servers of one's own on free ports, whatever the environment names (for tests). Otherwise the ports of the
   * environment, and servers whose address it gives are used as they are.
   */
  readonly ports?: 'free' | Partial<Ports>;
  /** Further ports that have to be free before anything is started. */
  readonly requiredPorts?: readonly PortClaim[];
  /**
   * Temporal as in production: its server on PostgreSQL instead of the development one on a file. Where it is left open,
   * SIGHTREAD_PRODUCTION_LIKE=1 decides, for tests and benches too.
   */
  readonly productionLike?: boolean | undefined;
  /** Has Chromium too, for the workers. */
  readonly chromium?: boolean;
  readonly quiet?: boolean;
  readonly terminal?: Terminal;
  readonly signal?: AbortSignal | undefined;
}

export interface Servers {
  /** What the services need to know, as environment variables. */
  readonly env: Record<string, string>;
  readonly processes: Readonly<Record<ServerName, SupervisedProcess>> & { readonly postgres?: SupervisedProcess };
  readonly ports: Ports;
  /** The data folder, absolute. */
  readonly home: string;
  stop(options?: { now?: boolean }): Promise<void>;
}

const serverNames: readonly ServerName[] = ['temporal', 'minio', 'mongod'];
/** The order in which they are stopped: Temporal's state and the store first, the database with the results last. */
const stopOrder: readonly ServerProcessName[] = ['temporal', 'postgres', 'minio', 'mongod'];

const readyWithinMs = 90_000;
const graceMs = 10_000;

export async function startServers(options: ServersOptions): Promise<Servers> {
  const { env } = process;
  const own = options.ports === 'free';
  const productionLike = options.productionLike ?? env.SIGHTREAD_PRODUCTION_LIKE === '1';
  const terminal = options.terminal ?? (options.quiet ? silentTerminal : createTerminal(process.stdout, env));

  const home = await claimHome(options.home, terminal);
  const started = new Map<ServerProcessName, SupervisedProcess>();
  let takeAway = () => {};
  async function stop({ now = false } = {}) {
    takeAway();
    if (now) await Promise.all([...started.values()].map((part) => part.stop({ now })));
    for (const name of stopOrder) await started.get(name)?.stop();
    free?.release();
    home.release();
  }
  let free: Awaited<ReturnType<typeof reserveFreePorts>> | undefined;
  try {
    free = options.ports === 'free' ? await reserveFreePorts() : undefined;
    const ports = free?.ports ?? { ...readPorts(env), ...(options.ports === 'free' ? {} : options.ports) };
    const given = own ? {} : await givenServers(env);
    const missing = serverNames.filter((name) => given[name] === undefined);
    const needs = missing.map((name) => requirementsOf(name, productionLike));
    const serverPorts = needs.flatMap((each) => each.ports);
    await checkPorts([...(options.requiredPorts ?? []), ...serverPorts.flatMap((name) => portClaimsOf(ports, name))]);
    const needed = needs.flatMap((each) => each.binaries);
    const binaries = await provisionBinaries(options.chromium ? [...needed, 'chromium'] : needed, {
      terminal,
      env,
      signal: options.signal,
    });

    const credentials = credentialsFor(home, env, given.minio !== undefined, own);
    const plans = serverSpecs({ home, ports, binaries, credentials, productionLike });
    const leash = createLeash();
    const start = async (name: ServerProcessName) => {
      const { binary, prepare, ...plan } = plans[name];
      await prepare?.().catch((cause) => {
        throw new UserError(`${plan.title} could not be prepared: ${reasonOf(cause)}`, { cause });
      });
      options.signal?.throwIfAborted();
      const leashed = leash.on(binaries[binary] ?? name, plan.args, plan.stopSignal);
      const run = name === 'postgres' ? asUnprivilegedUser(leashed) : leashed;
      const whole = { ...plan, ...run, cwd: home.folder, graceMs, readyWithinMs };
      started.set(name, await superviseProcess(whole, { home, terminal, signal: options.signal }));
    };
    const titles = needs.flatMap(({ parts }) => parts.map((name) => plans[name].title));
    const step = terminal.step(`Starting ${titles.join(', ') || 'nothing'}`);
    const outcomes = await Promise.allSettled(
      needs.map(async ({ parts }) => {
        for (const name of parts) await start(name);
      }),
    );
    step.clear();
    const failure = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failure) throw failure.reason;
    options.signal?.throwIfAborted();

    const partOf = (name: ServerName) => {
      const part = started.get(name) ?? given[name]?.part;
      if (!part) throw new Error(`${name} was neither given nor started`);
      return part;
    };
    const serverEnv = {
      SIGHTREAD_HOME: home.folder,
      MONGODB_URI: given.mongod?.address ?? mongodUri(ports.MONGODB_PORT),
      TEMPORAL_ADDRESS: given.temporal?.address ?? `127.0.0.1:${ports.TEMPORAL_PORT}`,
      MINIO_ENDPOINT: given.minio?.address ?? `http://127.0.0.1:${ports.MINIO_PORT}`,
      MINIO_ACCESS_KEY: credentials.user,
      MINIO_SECRET_KEY: credentials.password,
      SESSION_SECRET: env.SESSION_SECRET || readOrCreateSecrets(home.secrets).sessionSecret,
      PORT: String(ports.PORT),
      IMAGE_PORT: String(ports.IMAGE_PORT),
      METRICS_PORT: String(ports.METRICS_PORT),
      ...(binaries.chromium ? { CHROMIUM_PATH: binaries.chromium } : {}),
    };
    const postgres = started.get('postgres');
    takeAway = writeEnvFile(home.folder, serverEnv);
    return {
      env: serverEnv,
      processes: {
        mongod: partOf('mongod'),
        temporal: partOf('temporal'),
        minio: partOf('minio'),
        ...(postgres && { postgres }),
      },
      ports,
      home: home.folder,
      stop,
    };
  } catch (cause) {
    await stop();
    throw cause;
  }
}

async function givenServers(env: NodeJS.ProcessEnv): Promise<Partial<Record<ServerName, ExternalServer>>> {
  const asked = await Promise.all(serverNames.map(async (name) => [name, await findExternalServer(name, env)] as const));
  return Object.fromEntries(asked.filter(([, server]) => server !== undefined));
}

function credentialsFor(home: Home, env: NodeJS.ProcessEnv, given: boolean, own: boolean) {
  const { MINIO_ACCESS_KEY: user, MINIO_SECRET_KEY: password } = env;
  if (user && password && !own) return { user, password };
  if (given) {
    throw new UserError('MINIO_ENDPOINT is set, but not its keys: set MINIO_ACCESS_KEY and MINIO_SECRET_KEY too.');
  }
  const secrets = readOrCreateSecrets(home.secrets);
  return { user: secrets.minioUser, password: secrets.minioPassword };
}
