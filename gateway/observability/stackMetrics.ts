import { Gauge, type Registry } from 'prom-client';
import type { Logger } from '../../runtime/log.ts';
import type { Storage } from '../../storage/storage.ts';
import type { Backlog } from '../temporal/backlog.ts';
import type { Flows } from '../temporal/flows.ts';
import { dependencyNames, type LookAtDependencies } from './dependencies.ts';

interface Parts {
  storage: Pick<Storage, 'disk'>;
  look: LookAtDependencies;
  flows: Pick<Flows, 'backlog' | 'lastSweep'>;
  log: Logger;
}

/**
 * What a gateway sees around it, asked for at each look at its metrics. Every gateway sees the same, so that whoever adds
 * up takes the largest. What cannot be asked just now is left out rather than told as it was.
 */
export function watchSurroundings(registry: Registry, { storage, look, flows, log }: Parts): void {
  const registers = [registry];
  async function orNothing(ask: () => Promise<void>, forget: () => void) {
    try {
      await ask();
    } catch (error) {
      forget();
      log.debug({ err: error }, 'a part of the metrics could not be asked for');
    }
  }
  new Gauge({
    name: 'sightread_dependency_up',
    help: 'Whether a server that the gateway stands on answers: 1, or 0.',
    labelNames: ['dependency'],
    registers,
    async collect() {
      const answers = await look();
      for (const dependency of dependencyNames) this.set({ dependency }, answers[dependency] ? 1 : 0);
    },
  });
  // Both are asked for in the same look.
  const backlog = onceALook(() => flows.backlog());
  const ofQueues = (name: string, help: string, measure: (each: Backlog) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['queue', 'kind'],
      registers,
      async collect() {
        await orNothing(
          async () => {
            for (const each of await backlog()) this.set({ queue: each.queue, kind: each.kind }, measure(each));
          },
          () => this.reset(),
        );
      },
    });
  ofQueues(
    'sightread_queue_backlog_tasks',
    'Tasks that wait in a queue, by Temporal’s estimate.',
    ({ tasks }) => tasks,
  );
  ofQueues(
    'sightread_queue_backlog_age_seconds',
    'Age of the oldest task in a queue.',
    ({ oldestSeconds }) => oldestSeconds,
  );
  const disk = onceALook(() => storage.disk());
  const ofDisk = (name: string, help: string, measure: (each: Awaited<ReturnType<Storage['disk']>>) => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        return orNothing(
          async () => this.set(measure(await disk())),
          () => this.remove(),
        );
      },
    });
  ofDisk('sightread_database_disk_used_bytes', 'Used part of the disk of MongoDB.', ({ usedBytes }) => usedBytes);
  ofDisk('sightread_database_disk_total_bytes', 'Size of the disk of MongoDB.', ({ totalBytes }) => totalBytes);
  new Gauge({
    name: 'sightread_icon_sweep_last_run_timestamp_seconds',
    help: 'When the icon refresh was last set going.',
    registers,
    collect() {
      return orNothing(
        async () => this.set((await flows.lastSweep()).getTime() / 1_000),
        () => this.remove(),
      );
    },
  });
}

/** Those who ask together get the same answer. */
function onceALook<T>(ask: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | undefined;
  return () => {
    asked ??= ask().finally(() => {
      asked = undefined;
    });
    return asked;
  };
}
