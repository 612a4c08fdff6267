/** Our own processes: the gateway and the workers. */
import { homeAt } from '../home.ts';
import { projectRoot } from '../project.ts';
import { portClaimOf, type PortClaim, type Ports } from '../servers/ports.ts';
import { createTerminal, silentTerminal, type Terminal } from '../terminal.ts';
import { summarizeLogLine } from './logLines.ts';
import { type SupervisedProcess, type ProcessSpec, superviseProcess } from '../process/supervisor.ts';
import { ensureWorkflowBundle } from './workflowBundle.ts';

/** One worker process each, with the queues it serves. */
const workerProcesses: readonly (readonly string[])[] = [['flow'], ['fetch'], ['browser'], ['image', 'model']];

interface Command {
  readonly command: string;
  readonly args: readonly string[];
}

export interface ServiceCommands {
  gateway(): Command;
  worker(queues: readonly string[]): Command;
}

export interface ServicesOptions {
  /** As `startServers` gives it, with what the caller adds; on top of the caller's own environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly workers?: readonly (readonly string[])[];
  readonly quiet?: boolean;
  readonly terminal?: Terminal;
  /** What to run instead of the product's entry points. */
  readonly commands?: ServiceCommands | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface Services {
  readonly gateway: SupervisedProcess;
  readonly workers: readonly SupervisedProcess[];
  stop(options?: { now?: boolean }): Promise<void>;
}

const gatewayGraceMs = 10_000;
/** A worker lets its work finish for 15 s (SHUTDOWN_GRACE_MS) and then cancels it for 5. */
const workerGraceMs = 22_000;
const readyWithinMs = 120_000;

/** glibc keeps memory for each thread; with a page's worth of buffers in each, a hundred megabytes lie unused. */
const fewArenas = { MALLOC_ARENA_MAX: '2' };

/**
 * A gateway makes much short-lived garbage. Left alone V8 lets the heap grow to three times what lives before it looks:
 * 400 MB instead of 240 under a load of distinct images, and nothing gained by it.
 */
const smallHeap = ['--heap-growing-percent=30', '--max-semi-space-size=8'];

const productCommands: ServiceCommands = {
  gateway: () => node(...smallHeap, 'gateway/main.ts'),
  worker: (queues) => node('workers/main.ts', '--queues', queues.join(',')),
};

export async function startServices(options: ServicesOptions): Promise<Services> {
  const { env, workers: queueSets = workerProcesses, commands = productCommands, signal } = options;
  const terminal = options.terminal ?? (options.quiet ? silentTerminal : createTerminal(process.stdout, process.env));
  const home = homeAt(env.SIGHTREAD_HOME ?? '.sightread');
  const started: { gateway?: SupervisedProcess; workers: SupervisedProcess[] } = { workers: [] };
  async function stop({ now = false } = {}) {
    const all = [...(started.gateway ? [started.gateway] : []), ...started.workers];
    if (now) await Promise.all(all.map((part) => part.stop({ now })));
    // The gateway first, so that no call comes in that nobody will work on.
    await started.gateway?.stop();
    await Promise.all(started.workers.map((part) => part.stop()));
  }

  function start(name: string, command: Command, graceMs: number, extra: Record<string, string>) {
    const plan: ProcessSpec = {
      name,
      title: name,
      ...command,
      env: { ...fewArenas, ...process.env, ...env, ...extra },
      cwd: projectRoot,
      graceMs,
      readyTimeoutMs: readyWithinMs,
      onLine: (line) => {
        const short = summarizeLogLine(line);
        if (short) terminal.print(`${terminal.paint('yellow', name)} ${short}`);
      },
    };
    return superviseProcess(plan, { home, terminal, signal });
  }

  try {
    const bundle = await bundleIn(home.folder, options, terminal);
    signal?.throwIfAborted();
    const metricsPort = Number(env.METRICS_PORT);
    const outcomes = await Promise.allSettled([
      start('gateway', commands.gateway(), gatewayGraceMs, { COUNTS_FOLDER: home.counts }).then((part) => {
        started.gateway = part;
      }),
      ...queueSets.map(async (queues, place) => {
        const METRICS_PORT = String(workerMetricsPort(metricsPort, place));
        const name = `worker-${queues.join('-')}`;
        started.workers[place] = await start(name, commands.worker(queues), workerGraceMs, { ...bundle, METRICS_PORT });
      }),
    ]);
    const failure = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failure) throw failure.reason;
    signal?.throwIfAborted();
    if (!started.gateway) throw new Error('the gateway was not started');
    return { gateway: started.gateway, workers: started.workers, stop };
  } catch (cause) {
    started.workers = started.workers.filter(Boolean);
    await stop();
    throw cause;
  }
}

/** What has to be free before the services are started. */
export function servicePorts(ports: Ports): PortClaim[] {
  return [
    ...(['PORT', 'IMAGE_PORT', 'METRICS_PORT'] as const).map((name) => portClaimOf(ports, name)),
    ...workerProcesses.map((queues, place) => ({
      port: workerMetricsPort(ports.METRICS_PORT, place),
      wantedBy: `the metrics of the ${queues.join(' and ')} worker (METRICS_PORT and ${place + 1})`,
      variable: 'METRICS_PORT' as const,
    })),
  ];
}

/** Each process has metrics of its own: the gateway under METRICS_PORT, the workers on the ports that follow. */
function workerMetricsPort(metricsPort: number, place: number) {
  return metricsPort + 1 + place;
}

async function bundleIn(folder: string, { env, commands }: ServicesOptions, terminal: Terminal) {
  if (commands) return {};
  const given = env.WORKFLOW_BUNDLE || process.env.WORKFLOW_BUNDLE;
  if (given) return { WORKFLOW_BUNDLE: given };
  const traced = Boolean(env.OTEL_EXPORTER_OTLP_ENDPOINT || process.env.OTEL_EXPORTER_OTLP_ENDPOINT);
  const step = terminal.step('Bundling the workflows');
  try {
    return { WORKFLOW_BUNDLE: await ensureWorkflowBundle(folder, { traced }) };
  } finally {
    step.clear();
  }
}

function node(...args: string[]): Command {
  return { command: process.execPath, args: ['--import', 'tsx', ...args] };
}
