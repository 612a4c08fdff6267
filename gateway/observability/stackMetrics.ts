import { Gauge, type Registry } from 'prom-client';
import type { Logger } from '../../runtime/log.ts';
import type { Storage } from '../../storage/storage.ts';
import type { Backlog } from '../temporal/backlog.ts';
import type { Flows } from '../temporal/flows.ts';
import { type CheckDependencies, dependencyNames } from './dependencies.ts';

interface Deps {
  storage: Pick<Storage, 'disk'>;
  checkDependencies: CheckDependencies;
  flows: Pick<Flows, 'backlog' | 'lastSweep'>;
  log: Logger;
}

type Disk = Awaited<ReturnType<Storage['disk']>>;

/**
 * Gauges of the stack around the gateway, read at each scrape of the metrics. Every gateway reports the same values, so an
 * aggregation takes the maximum. A value that cannot be read is left out rather than repeated.
 */
export function registerStackMetrics(registry: Registry, deps: Deps): void {
  const { storage, flows, log } = deps;
  registerDependencyGauge(registry, deps.checkDependencies);

  async function collectOrReset(collect: () => Promise<void>, reset: () => void) {
    try {
      await collect();
    } catch (error) {
      reset();
      log.debug({ err: error }, 'some metrics could not be read');
    }
  }

  const backlog = shared(() => flows.backlog());
  function registerQueueGauge(name: string, help: string, measure: (each: Backlog) => number) {
    new Gauge({
      name,
      help,
      labelNames: ['queue', 'kind'],
      registers: [registry],
      collect() {
        return collectOrReset(
          async () => {
            for (const each of await backlog()) this.set({ queue: each.queue, kind: each.kind }, measure(each));
          },
          () => this.reset(),
        );
      },
    });
  }
  function registerGauge(name: string, help: string, read: () => Promise<number>) {
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        return collectOrReset(
          async () => this.set(await read()),
          () => this.remove(),
        );
      },
    });
  }

  registerQueueGauge(
    'sightread_queue_backlog_tasks',
    'Tasks that wait in a queue, by Temporal’s estimate.',
    ({ tasks }) => tasks,
  );
  registerQueueGauge(
    'sightread_queue_backlog_age_seconds',
    'Age of the oldest task in a queue.',
    ({ oldestSeconds }) => oldestSeconds,
  );
  const disk: () => Promise<Disk> = shared(() => storage.disk());
  registerGauge(
    'sightread_database_disk_used_bytes',
    'Used part of the disk of MongoDB.',
    async () => (await disk()).usedBytes,
  );
  registerGauge(
    'sightread_database_disk_total_bytes',
    'Size of the disk of MongoDB.',
    async () => (await disk()).totalBytes,
  );
  registerGauge(
    'sightread_icon_sweep_last_run_timestamp_seconds',
    'When the last sweep for due icons started.',
    async () => (await flows.lastSweep()).getTime() / 1_000,
  );
}

function registerDependencyGauge(registry: Registry, checkDependencies: CheckDependencies) {
  new Gauge({
    name: 'sightread_dependency_up',
    help: 'Whether a server behind the gateway answers: 1 or 0.',
    labelNames: ['dependency'],
    registers: [registry],
    async collect() {
      const isUp = await checkDependencies();
      for (const dependency of dependencyNames) this.set({ dependency }, isUp[dependency] ? 1 : 0);
    },
  });
}

/** Concurrent calls share one result: the gauges of one scrape read the same values. */
function shared<T>(read: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  return () => {
    running ??= read().finally(() => {
      running = undefined;
    });
    return running;
  };
}
