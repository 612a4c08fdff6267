import type { ActivityOptions, LocalActivityOptions } from '@temporalio/workflow';
import type { FailureKind } from '../contracts/failures.ts';

/** A worker that dies is noticed when its heartbeats (workers/interceptor.ts) stay away this long. */
const heartbeatTimeout = '5 seconds';

/** For an activity that reads one page and is itself bounded by the page's own `timeout`. */
export function pageTimeouts(pageTimeoutMs: number): ActivityOptions {
  return {
    heartbeatTimeout,
    // Beyond the page's own limit there is the conversion and the writing of the result.
    startToCloseTimeout: pageTimeoutMs + 30_000,
    // Long enough to outlive a worker's restart.
    scheduleToCloseTimeout: 2 * pageTimeoutMs + 120_000,
    retry: { initialInterval: '200 milliseconds', maximumInterval: '5 seconds', maximumAttempts: 6 },
  };
}

/** For an activity that asks the language model. Its server may say itself when it wants to be asked again. */
export const modelTimeouts: ActivityOptions = {
  heartbeatTimeout,
  startToCloseTimeout: '10 minutes',
  scheduleToCloseTimeout: '15 minutes',
  retry: { initialInterval: '1 second', maximumInterval: '20 seconds', maximumAttempts: 4 },
};

/** For an activity that reads `pages` pages, some of them one after the other. */
export function chunkTimeouts(pageTimeoutMs: number, pages: number): ActivityOptions {
  return {
    heartbeatTimeout,
    startToCloseTimeout: pageTimeoutMs * pages + 60_000,
    retry: {
      initialInterval: '500 milliseconds',
      maximumInterval: '10 seconds',
      maximumAttempts: 5,
      // An outage uses no attempt up: the batch itself waits for its end.
      nonRetryableErrorTypes: ['StorageDown' satisfies FailureKind],
    },
  };
}

/** For small database steps that must happen, whatever it takes: they are tried until the database is back. */
export const databaseStep: LocalActivityOptions = {
  startToCloseTimeout: '20 seconds',
  localRetryThreshold: '10 seconds',
  retry: { initialInterval: '200 milliseconds', maximumInterval: '10 seconds' },
};

/** For those that a caller waits for. */
export const promptDatabaseStep: LocalActivityOptions = {
  startToCloseTimeout: '20 seconds',
  retry: { initialInterval: '100 milliseconds', maximumAttempts: 4 },
};

/** For looking for a site's picture, which has a time limit of its own. */
export const imageStep: ActivityOptions = {
  taskQueue: 'image',
  heartbeatTimeout,
  startToCloseTimeout: '90 seconds',
  retry: { initialInterval: '500 milliseconds', maximumAttempts: 4 },
};

/** For one rendition, in the process that runs the workflow. */
export const promptImageStep: LocalActivityOptions = {
  startToCloseTimeout: '30 seconds',
  retry: { initialInterval: '100 milliseconds', maximumAttempts: 3 },
};
