import type { WorkerOptions } from '@temporalio/worker';
import type { Logger } from '../../contracts/log.ts';
import type { Plans } from '../../contracts/plans.ts';
import type { Settings } from '../../contracts/settings.ts';
import type { Storage } from '../../storage/mongo.ts';

export interface RoleParts {
  settings: Settings;
  plans: Plans;
  storage: Storage;
  log: Logger;
  /** Says what has to be closed when the worker has stopped. */
  onClose(close: () => Promise<unknown>): void;
}

/** What a worker of one queue does: its activities, made from what they need, and how much of it at once. */
export type Role = (parts: RoleParts) => Partial<WorkerOptions> | Promise<Partial<WorkerOptions>>;
