/** Timeouts and retries by class of work. */
import type { ActivityOptions, LocalActivityOptions } from '@temporalio/workflow';
import type { FailureKind } from '../contracts/failures.ts';

/** A worker that dies is noticed after this time without heartbeats (workers/activityInterceptor.ts). */
const heartbeatTimeout = '5 seconds';

/** Reads one page; the activity is itself bounded by the page's own `timeout`. */
export function pageTimeouts(pageTimeoutMs: number): ActivityOptions {
  return {
    heartbeatTimeout,
    // Beyond the page's own timeout there is the conversion and the writing of the result.
    startToCloseTimeout: pageTimeoutMs + 30_000,
    // Long enough to outlive a worker's restart.
    scheduleToCloseTimeout: 2 * pageTimeoutMs + 120_000,
    retry: { initialInterval: '200 milliseconds', maximumInterval: '5 seconds', maximumAttempts: 6 },
  };
}

/** Reads `pages` pages, some of them one after the other. */
export function chunkTimeouts(pageTimeoutMs: number, pages: number): ActivityOptions {
  return {
    heartbeatTimeout,
    startToCloseTimeout: pageTimeoutMs * pages + 60_000,
    retry: {
      initialInterval: '500 milliseconds',
      maximumInterval: '10 seconds',
      maximumAttempts: 5,
      // An outage of storage uses up no attempt: the batch itself waits for its end.
      nonRetryableErrorTypes: ['StorageDown' satisfies FailureKind],
    },
  };
}

/** Finds the pages of a site; the activity ends by itself when its time is up. */
export function mapTimeouts(timeoutMs: number): ActivityOptions {
  return {
    heartbeatTimeout,
    startToCloseTimeout: timeoutMs + 30_000,
    retry: { initialInterval: '200 milliseconds', maximumInterval: '5 seconds', maximumAttempts: 4 },
  };
}

/** Compares the pages that a monitor has read with how they were. */
export const comparisonTimeouts: ActivityOptions = {
  heartbeatTimeout,
  startToCloseTimeout: '30 minutes',
  retry: { initialInterval: '1 second', maximumInterval: '30 seconds' },
};

/** Adds the pages of a site's sitemaps to a crawl. Attempts enough for an outage of storage. */
export function sitemapTimeouts(timeoutMs: number): ActivityOptions {
  return {
    heartbeatTimeout,
    startToCloseTimeout: timeoutMs + 120_000,
    retry: { initialInterval: '500 milliseconds', maximumInterval: '15 seconds', maximumAttempts: 20 },
  };
}

/** Calls the language model, whose server may itself say when to retry. */
export const modelTimeouts: ActivityOptions = {
  heartbeatTimeout,
  startToCloseTimeout: '10 minutes',
  scheduleToCloseTimeout: '15 minutes',
  retry: { initialInterval: '1 second', maximumInterval: '20 seconds', maximumAttempts: 4 },
};

/** Lets the model improve a branding profile. Short, because the caller waits and an answer exists already. */
export const brandChoiceTimeouts: ActivityOptions = {
  heartbeatTimeout,
  startToCloseTimeout: '45 seconds',
  scheduleToCloseTimeout: '60 seconds',
  retry: { initialInterval: '500 milliseconds', maximumAttempts: 2 },
};

/** Searches for a site's picture; the search has a time limit of its own. */
export const imageTimeouts: ActivityOptions = {
  heartbeatTimeout,
  startToCloseTimeout: '90 seconds',
  retry: { initialInterval: '500 milliseconds', maximumAttempts: 4 },
};

/** Posts the due events of a webhook, for half a minute at a time; the last of them may take ten seconds more. */
export const webhookTimeouts: ActivityOptions = {
  heartbeatTimeout,
  startToCloseTimeout: '90 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
};

/** Hands a message to the mail server, which may be down for a weekend. */
export const mailTimeouts: ActivityOptions = {
  heartbeatTimeout,
  startToCloseTimeout: '2 minutes',
  scheduleToCloseTimeout: '5 days',
  retry: { initialInterval: '5 seconds', maximumInterval: '1 hour' },
};

/** Removes the data of an account, which may be a great deal. Retried until everything is gone. */
export const removalTimeouts: ActivityOptions = {
  heartbeatTimeout,
  startToCloseTimeout: '1 hour',
  retry: { initialInterval: '1 second', maximumInterval: '30 seconds' },
};

/** A small database step that must happen: retried until the database is back. */
export const databaseStep: LocalActivityOptions = {
  startToCloseTimeout: '20 seconds',
  localRetryThreshold: '10 seconds',
  retry: { initialInterval: '200 milliseconds', maximumInterval: '10 seconds' },
};

/** A small database step that a caller waits for. */
export const promptDatabaseStep: LocalActivityOptions = {
  startToCloseTimeout: '20 seconds',
  retry: { initialInterval: '100 milliseconds', maximumAttempts: 4 },
};

/** One rendition, made in the process that runs the workflow. */
export const promptImageStep: LocalActivityOptions = {
  startToCloseTimeout: '30 seconds',
  retry: { initialInterval: '100 milliseconds', maximumAttempts: 3 },
};
