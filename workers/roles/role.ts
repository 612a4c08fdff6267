import type { Client } from '@temporalio/client';
import type { WorkerOptions } from '@temporalio/worker';
import type { Registry } from 'prom-client';
import type { Queue } from '../../contracts/queues.ts';
import type { Logger } from '../../runtime/log.ts';
import type { WorkMetrics } from '../../runtime/metrics/work.ts';
import type { Plans } from '../../runtime/plans.ts';
import type { Settings } from '../../runtime/settings.ts';
import type { Tracing } from '../../runtime/tracing/tracing.ts';
import type { Storage } from '../../storage/storage.ts';
import type { RoleCalls } from '../calls/procedures.ts';

export interface RoleDeps {
  /** All queues of the process: what their roles have in common, they share. */
  queues: readonly Queue[];
  settings: Settings;
  plans: Plans;
  storage: Storage;
  log: Logger;
  metrics: WorkMetrics;
  tracing: Tracing;
  /** For what an activity has to ask of Temporal itself. */
  temporal: Client;
  /** For gauges that are read at each scrape of the metrics. */
  registry: Registry;
  /** Registers what has to be closed when the worker has stopped. */
  onClose(close: () => Promise<unknown>): void;
}

/** What the worker of one queue does: its activities and the calls that it answers, and how many at once. */
export interface RoleWork extends Partial<WorkerOptions> {
  calls?: RoleCalls;
}

export type Role = (deps: RoleDeps) => RoleWork | Promise<RoleWork>;
