/** The three servers that everything else stands on. */
import { leaveAddresses } from './addresses.ts';
import { Complaint } from './complaint.ts';
import { type GivenServer, givenServer, type ServerName } from './given.ts';
import { claimHome, type Home } from './home.ts';
import { createLeash } from './leash.ts';
import { type Part, type PartPlan, startPart } from './part.ts';
import { checkPorts, claimOf, type PortClaim, type PortName, type Ports, readPorts, takeFreePorts } from './ports.ts';
import { provisionBinaries } from './provision/binaries.ts';
import { secretsIn } from './secrets.ts';
import { minioPlan } from './servers/minio.ts';
import { mongodPlan, mongodUri } from './servers/mongod.ts';
import { temporalPlan } from './servers/temporal.ts';
import { createTerminal, silentTerminal, type Terminal } from './terminal.ts';

export interface ServersOptions {
  /** The data folder. */
  readonly home: string;
  /**
   * `'free'`: servers of one's own on free ports, whatever the environment names (for tests). Otherwise the ports of the
   * environment, and servers whose address it gives are used as they are.
   */
  readonly ports?: 'free' | Partial<Ports>;
  /** Further ports that have to be free before anything is started. */
  readonly alsoFree?: readonly PortClaim[];
  /** Has Chromium too, for the workers. */
  readonly chromium?: boolean;
  readonly quiet?: boolean;
  readonly terminal?: Terminal;
  readonly signal?: AbortSignal | undefined;
}

export interface Servers {
  /** What the services need to know, as environment variables. */
  readonly env: Record<string, string>;
  readonly parts: Readonly<Record<ServerName, Part>>;
  readonly ports: Ports;
  /** The data folder, absolute. */
  readonly home: string;
  stop(options?: { now?: boolean }): Promise<void>;
}

const portsOf: Record<ServerName, readonly PortName[]> = {
  mongod: ['MONGODB_PORT'],
  temporal: ['TEMPORAL_PORT', 'TEMPORAL_UI_PORT'],
  minio: ['MINIO_PORT', 'MINIO_CONSOLE_PORT'],
};
/** The order in which they are stopped: Temporal's state and the store first, the database with the results last. */
const stopOrder: readonly ServerName[] = ['temporal', 'minio', 'mongod'];

const readyWithinMs = 90_000;
const graceMs = 10_000;

export async function startServers(options: ServersOptions): Promise<Servers> {
  const { env } = process;
  const own = options.ports === 'free';
  const terminal = options.terminal ?? (options.quiet ? silentTerminal : createTerminal(process.stdout, env));

  const home = await claimHome(options.home, terminal);
  const started = new Map<ServerName, Part>();
  let takeAway = () => {};
  const stop = async ({ now = false } = {}) => {
    takeAway();
    if (now) await Promise.all([...started.values()].map((part) => part.stop({ now })));
    for (const name of stopOrder) await started.get(name)?.stop();
    free?.release();
    home.release();
  };
  let free: Awaited<ReturnType<typeof takeFreePorts>> | undefined;
  try {
    free = options.ports === 'free' ? await takeFreePorts() : undefined;
    const ports = free?.ports ?? { ...readPorts(env), ...(options.ports === 'free' ? {} : options.ports) };
    const given = own ? {} : await givenServers(env);
    const missing = stopOrder.filter((name) => given[name] === undefined);
    const serverPorts = missing.flatMap((name) => portsOf[name]);
    await checkPorts([...(options.alsoFree ?? []), ...serverPorts.map((name) => claimOf(ports, name))]);
    const needed = options.chromium ? ([...missing, 'chromium'] as const) : missing;
    const binaries = await provisionBinaries(needed, { terminal, env, signal: options.signal });

    const credentials = credentialsFor(home, env, given.minio !== undefined, own);
    const plans = plansFor(home, ports, credentials);
    const leash = createLeash();
    const step = terminal.step(`Starting ${missing.map((name) => plans[name].title).join(', ') || 'nothing'}`);
    const outcomes = await Promise.allSettled(
      missing.map(async (name) => {
        const run = leash.on(binaries[name] ?? name, plans[name].args);
        const plan = { ...plans[name], ...run, cwd: home.folder, graceMs, readyWithinMs };
        started.set(name, await startPart(plan, { home, terminal, signal: options.signal }));
      }),
    );
    step.drop();
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
      SESSION_SECRET: env.SESSION_SECRET || secretsIn(home.secrets).sessionSecret,
      PORT: String(ports.PORT),
      IMAGE_PORT: String(ports.IMAGE_PORT),
      METRICS_PORT: String(ports.METRICS_PORT),
      ...(binaries.chromium ? { CHROMIUM_PATH: binaries.chromium } : {}),
    };
    takeAway = leaveAddresses(home.folder, serverEnv);
    return {
      env: serverEnv,
      parts: { mongod: partOf('mongod'), temporal: partOf('temporal'), minio: partOf('minio') },
      ports,
      home: home.folder,
      stop,
    };
  } catch (cause) {
    await stop();
    throw cause;
  }
}

async function givenServers(env: NodeJS.ProcessEnv): Promise<Partial<Record<ServerName, GivenServer>>> {
  const asked = await Promise.all(stopOrder.map(async (name) => [name, await givenServer(name, env)] as const));
  return Object.fromEntries(asked.filter(([, server]) => server !== undefined));
}

function credentialsFor(home: Home, env: NodeJS.ProcessEnv, given: boolean, own: boolean) {
  const { MINIO_ACCESS_KEY: user, MINIO_SECRET_KEY: password } = env;
  if (user && password && !own) return { user, password };
  if (given) {
    throw new Complaint('MINIO_ENDPOINT is set, but not its keys: set MINIO_ACCESS_KEY and MINIO_SECRET_KEY too.');
  }
  const secrets = secretsIn(home.secrets);
  return { user: secrets.minioUser, password: secrets.minioPassword };
}

type ServerPlan = Pick<PartPlan, 'name' | 'title' | 'args' | 'probe' | 'env'>;

function plansFor(
  home: Home,
  ports: Ports,
  credentials: { user: string; password: string },
): Record<ServerName, ServerPlan> {
  const { PATH, HOME, TMPDIR, LANG, TZ } = process.env;
  // Not the caller's whole environment: a MINIO_… or GO… meant for something else would change how they run.
  const plain = { PATH, HOME, TMPDIR, LANG, TZ };
  const minio = minioPlan(home, { port: ports.MINIO_PORT, consolePort: ports.MINIO_CONSOLE_PORT, ...credentials });
  return {
    mongod: { ...mongodPlan(home, ports.MONGODB_PORT), env: plain },
    temporal: { ...temporalPlan(home, { port: ports.TEMPORAL_PORT, uiPort: ports.TEMPORAL_UI_PORT }), env: plain },
    minio: { ...minio, env: { ...plain, ...minio.env } },
  };
}
