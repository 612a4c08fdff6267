import type { WorkerOptions } from '@temporalio/worker';
import type { Registry } from 'prom-client';
import type { Logger } from '../../runtime/log.ts';
import type { WorkMetrics } from '../../runtime/metrics/work.ts';
import type { Plans } from '../../runtime/plans.ts';
import type { Settings } from '../../runtime/settings.ts';
import type { Tracing } from '../../runtime/tracing/tracing.ts';
import type { Storage } from '../../storage/storage.ts';

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
