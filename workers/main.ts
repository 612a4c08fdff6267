/** Runs the workers of the named queues: `workers/main.ts --queues flow,fetch`. */
import { parseArgs } from 'node:util';
import { DefaultLogger, NativeConnection, type Worker } from '@temporalio/worker';
import { isQueue, queueNames } from '../contracts/queues.ts';
import { untilTold } from '../runtime/heldStart.ts';
import { createLogger } from '../runtime/log.ts';
import { createRegistry, serveMetrics } from '../runtime/metrics/endpoint.ts';
import { readSettings, SettingsProblems } from '../runtime/settings.ts';
import { temporalConnection } from '../runtime/temporal/connection.ts';
import { openTracing } from '../runtime/tracing/open.ts';
import { noTracing } from '../runtime/tracing/tracing.ts';
import { openStorage } from '../storage/storage.ts';
import { openCalls } from './calls/open.ts';
import { createWorkers, loadRoles } from './createWorkers.ts';
import { createWorkMetrics } from './metrics.ts';
import { temporalLogLevel } from './temporalLog.ts';
import { installRuntime } from './temporalRuntime.ts';

async function main() {
  const { values } = parseArgs({ options: { queues: { type: 'string' } } });
  const names = values.queues?.split(',') ?? [];
  const unknown = names.filter((name) => !isQueue(name));
  if (names.length === 0 || unknown.length > 0) {
    throw new UsageProblem(`--queues takes one or more of ${queueNames}, separated by commas.`);
  }
  const settings = readSettings(process.env);
  let tracing = noTracing;
  const log = createLogger(`worker ${names.join(',')}`, settings.LOG_LEVEL, () => tracing.ids());
  tracing = await openTracing({ endpoint: settings.OTEL_EXPORTER_OTLP_ENDPOINT, part: 'worker', log });

  const queues = names.filter(isQueue);
  await loadRoles(queues);
  await untilTold(process.env);
  const runtimeOptions = {
    // Shutdown is handled below: a supervisor that disconnects counts like a SIGTERM.
    shutdownSignals: [],
    logger: new DefaultLogger('INFO', ({ level, message, meta }) =>
      log[temporalLogLevel(level, message)](meta ?? {}, message),
    ),
  };
  const coreMetrics = await installRuntime(runtimeOptions, log);
  const registry = createRegistry();
  const metrics = createWorkMetrics(registry, {
    model: settings.OPENAI_MODEL,
    prompt: settings.OPENAI_PROMPT_PRICE,
    completion: settings.OPENAI_COMPLETION_PRICE,
  });
  let workers: Worker[] = [];
  const watch = await serveMetrics({
    registry,
    host: settings.METRICS_HOST,
    port: settings.METRICS_PORT,
    log,
    notReady: () => whoIsIdle(workers),
    more: coreMetrics,
  });
  const storage = openStorage(settings);
  await storage.prepare();
  const connection = await NativeConnection.connect(temporalConnection(settings));
  const created = await createWorkers({ settings, storage, log, metrics, tracing, registry, connection, queues });
  workers = created.workers;

  const stopCalls = await openCalls({ settings, storage, log, metrics, tracing, ...created });
  const running = workers.map((worker) => worker.run());
  let callsStopped: Promise<void> | undefined;
  function stop() {
    callsStopped ??= stopCalls();
    for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.once(signal, stop);

  log.info('worker ready');
  process.send?.({ type: 'ready' });
  // When one worker fails the others are shut down too, and the process is restarted as a whole.
  await Promise.all(running).finally(stop);
  await Promise.allSettled([...running, callsStopped]);
  await created.close();
  await connection.close();
  await storage.close();
  await tracing.close();
  watch.close();
  log.info('worker stopped');
}

/** What keeps this process from taking work, for its `/readyz`. */
function whoIsIdle(workers: readonly Worker[]): string | undefined {
  if (workers.length === 0) return 'The worker is starting.';
  const idle = workers.filter((worker) => worker.getState() !== 'RUNNING');
  if (idle.length === 0) return undefined;
  return idle
    .map((worker) => `The worker of ${worker.options.taskQueue} is ${worker.getState().toLowerCase()}.`)
    .join(' ');
}

class UsageProblem extends Error {}

main().then(
  () => process.exit(0),
  (error) => {
    const expected = error instanceof SettingsProblems || error instanceof UsageProblem;
    console.error(expected ? error.message : error);
    process.exit(1);
  },
);
