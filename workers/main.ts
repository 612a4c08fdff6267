/** Runs the work of the queues that are named: `workers/main.ts --queues flow,fetch`. */
import { parseArgs } from 'node:util';
import { DefaultLogger, NativeConnection, Runtime } from '@temporalio/worker';
import { createLogger } from '../contracts/log.ts';
import { isQueue, queueNames } from '../contracts/queues.ts';
import { readSettings, SettingsProblems } from '../contracts/settings.ts';
import { openStorage } from '../storage/mongo.ts';
import { createWorkers } from './create.ts';
import { temporalLogLevel } from './temporalLog.ts';

async function main() {
  const { values } = parseArgs({ options: { queues: { type: 'string' } } });
  const names = values.queues?.split(',') ?? [];
  const unknown = names.filter((name) => !isQueue(name));
  if (names.length === 0 || unknown.length > 0) {
    throw new UsageProblem(`--queues takes one or more of ${queueNames}, separated by commas.`);
  }
  const settings = readSettings(process.env);
  const log = createLogger(`worker ${names.join(',')}`, settings.LOG_LEVEL);

  Runtime.install({
    // Shutdown is ours: the supervisor's disconnect counts like a SIGTERM.
    shutdownSignals: [],
    logger: new DefaultLogger('INFO', ({ level, message, meta }) =>
      log[temporalLogLevel(level, message)](meta ?? {}, message),
    ),
  });
  const storage = openStorage(settings);
  await storage.prepare();
  const connection = await NativeConnection.connect({ address: settings.TEMPORAL_ADDRESS });
  const { workers, close } = await createWorkers({ settings, storage, log, connection, queues: names.filter(isQueue) });

  const stop = () => {
    for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.once(signal, stop);

  const running = workers.map((worker) => worker.run());
  log.info('worker ready');
  process.send?.({ type: 'ready' });
  // One that fails takes the others down in order; the process is then started again as a whole.
  await Promise.all(running).finally(stop);
  await Promise.allSettled(running);
  await close();
  await connection.close();
  await storage.close();
  log.info('worker stopped');
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
