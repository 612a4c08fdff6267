import type { WorkerOptions } from '@temporalio/worker';
import type { Registry } from 'prom-client';
import type { Logger } from '../../contracts/log.ts';
import type { WorkMetrics } from '../../contracts/metrics/work.ts';
import type { Plans } from '../../contracts/plans.ts';
import type { Settings } from '../../contracts/settings.ts';
import type { Tracing } from '../../contracts/tracing/tracing.ts';
import type { Storage } from '../../storage/mongo.ts';

export interface RoleParts {
  settings: Settings;
  plans: Plans;
  storage: Storage;
  log: Logger;
  metrics: WorkMetrics;
  tracing: Tracing;
  /** For what is only known by asking, once for each look at the metrics. */
  registry: Registry;
  /** Says what has to be closed when the worker has stopped. */
  onClose(close: () => Promise<unknown>): void;
}

/** What a worker of one queue does: its activities, made from what they need, and how much of it at once. */
export type Role = (parts: RoleParts) => Partial<WorkerOptions> | Promise<Partial<WorkerOptions>>;
