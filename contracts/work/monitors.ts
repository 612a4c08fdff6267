import type { BatchWork } from './batches.ts';
import type { WorkContext } from './context.ts';

/** The input of `runMonitor`, the same for every run: what its schedule knows. */
export interface MonitorWork {
  readonly account: string;
  readonly monitor: string;
}

/** When a monitor runs: at equal intervals, or by a cron expression in UTC. */
export type Recurrence = { readonly intervalMs: number } | { readonly cron: string };

/** One run of a monitor. */
export interface MonitorRun extends WorkContext, MonitorWork {
  /** Also the job of its first reading. */
  readonly run: string;
  readonly secondJob: string;
  /** Absent in a run of an earlier version. */
  readonly thirdJob?: string;
}

/**
 * The monitored pages are read as a batch: first all of them, then those that seem to have changed. A page of a site that
 * is linked no longer is read in the second reading for the first time, and in a third if it seems to have changed.
 */
export interface MonitorReading extends MonitorRun {
  readonly reading: 1 | 2 | 3;
}

/** The job of a reading. */
export function readingJob({ run, secondJob, thirdJob, reading }: MonitorReading): string {
  return reading === 1 ? run : reading === 2 ? secondJob : (thirdJob ?? secondJob);
}

/** The batch of a reading, open and ready to be read. */
export interface OpenedReading {
  readonly work: BatchWork;
}

/** What comparing a reading has shown. */
export interface Comparison {
  /** How many pages are to be read once more. */
  readonly suspects: number;
  readonly compared: number;
  readonly unreachable: number;
  /** Why the first page that could not be read could not. */
  readonly problem?: string;
}

export interface RunOutcome extends MonitorRun {
  readonly compared: number;
  readonly unreachable: number;
  /** Why the run has failed, if it has. */
  readonly error?: string;
}
