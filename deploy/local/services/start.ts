/** Starts our own processes: the gateway and the workers. */
import { bundlesOf, ensureCompiled } from '../../build/cache.mjs';
import { bundleInBackground } from '../bundles/bundleInBackground.ts';
import { homeAt } from '../home.ts';
import type { CommandLine, ProcessSpec, SupervisedProcess } from '../process/spec.ts';
import { superviseProcess } from '../process/supervisor.ts';
import { projectRoot } from '../project.ts';
import { createTerminal, silentTerminal, type Terminal } from '../terminal.ts';
import { productCommands, type ServiceCommands } from './commands.ts';
import { summarizeLogLine } from './logLines.ts';
import { defaultWorkers, workerMetricsPort, workerName } from './workers.ts';
import { ensureWorkflowBundle } from './workflowBundle.ts';

export interface ServicesOptions {
  /** The environment from `startServers`, with the caller's additions; overrides that of this process. */
  readonly env: Readonly<Record<string, string>>;
  /** The servers are up. The processes load their code before. */
  readonly serversUp?: Promise<unknown>;
  readonly workers?: readonly (readonly string[])[];
  readonly quiet?: boolean;
  readonly terminal?: Terminal;
  /** Replaces the product's entry points; for tests. */
  readonly commands?: ServiceCommands | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface Services {
  readonly gateway: SupervisedProcess;
  readonly workers: readonly SupervisedProcess[];
  stop(options?: { now?: boolean }): Promise<void>;
}

const gatewayGraceMs = 10_000;
/** A worker lets its work finish for 15 s (SHUTDOWN_GRACE_MS) and then cancels it, which takes up to 5 s. */
const workerGraceMs = 22_000;
const readyTimeoutMs = 120_000;

/** glibc keeps a memory arena for each thread; with a page's buffers in each, about 100 MB would stay unused. */
const fewArenas = { MALLOC_ARENA_MAX: '2' };

export async function startServices(options: ServicesOptions): Promise<Services> {
  const { env, workers: queueSets = defaultWorkers, signal } = options;
  const terminal = options.terminal ?? (options.quiet ? silentTerminal : createTerminal(process.stdout, process.env));
  const home = homeAt(env.SIGHTREAD_HOME ?? '.sightread');
  const started: { gateway?: SupervisedProcess; workers: SupervisedProcess[] } = { workers: [] };

  async function stop({ now = false } = {}) {
    const all = [...(started.gateway ? [started.gateway] : []), ...started.workers];
    if (now) await Promise.all(all.map((each) => each.stop({ now })));
    // The gateway first, so that no new call arrives while the workers stop.
    await started.gateway?.stop();
    await Promise.all(started.workers.map((worker) => worker.stop()));
  }

  function start(name: string, command: CommandLine, graceMs: number, extraEnv: Record<string, string>) {
    const spec: ProcessSpec = {
      name,
      title: name,
      ...command,
      env: { ...fewArenas, ...process.env, ...env, ...extraEnv },
      cwd: projectRoot,
      graceMs,
      readyTimeoutMs,
      startWhen: options.serversUp,
      onLine: (line) => {
        const summary = summarizeLogLine(line);
        if (summary) terminal.print(`${terminal.paint('yellow', name)} ${summary}`);
      },
    };
    return superviseProcess(spec, { home, terminal, signal });
  }

  async function startGateway(command: CommandLine) {
    const extraEnv = { COUNTS_FOLDER: home.counts, FIRST_KEYS_FILE: home.firstKeys };
    started.gateway = await start('gateway', command, gatewayGraceMs, extraEnv);
  }

  async function startWorker(
    queues: readonly string[],
    index: number,
    command: CommandLine,
    bundle: Record<string, string>,
  ) {
    const extraEnv = { ...bundle, METRICS_PORT: String(workerMetricsPort(Number(env.METRICS_PORT), index)) };
    started.workers[index] = await start(workerName(queues), command, workerGraceMs, extraEnv);
  }

  try {
    const compiled = await ensureCompiled(projectRoot);
    const commands = options.commands ?? productCommands(compiled);
    const bundle = await workflowBundleEnv(options, terminal);
    signal?.throwIfAborted();
    const outcomes = await Promise.allSettled([
      startGateway(commands.gateway()),
      ...queueSets.map((queues, index) => startWorker(queues, index, commands.worker(queues), bundle)),
    ]);
    const failure = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failure) throw failure.reason;
    signal?.throwIfAborted();
    if (!started.gateway) throw new Error('the gateway was not started');
    if (!options.commands && !bundlesOf(compiled)) bundleInBackground(compiled);
    return { gateway: started.gateway, workers: started.workers, stop };
  } catch (cause) {
    started.workers = started.workers.filter(Boolean);
    await stop();
    throw cause;
  }
}

/** WORKFLOW_BUNDLE for the workers, bundled first where none is set. Replaced commands do not need it. */
async function workflowBundleEnv(
  { env, commands }: ServicesOptions,
  terminal: Terminal,
): Promise<Record<string, string>> {
  if (commands) return {};
  const configured = env.WORKFLOW_BUNDLE || process.env.WORKFLOW_BUNDLE;
  if (configured) return { WORKFLOW_BUNDLE: configured };
  const traced = Boolean(env.OTEL_EXPORTER_OTLP_ENDPOINT || process.env.OTEL_EXPORTER_OTLP_ENDPOINT);
  const step = terminal.step('Bundling the workflows');
  try {
    return { WORKFLOW_BUNDLE: await ensureWorkflowBundle({ traced }) };
  } finally {
    step.clear();
  }
}
