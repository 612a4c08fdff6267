import { ActivityFailure, ApplicationFailure } from '@temporalio/workflow';

/** What an activity said when it failed. */
export function reasonOf(error: unknown): unknown {
  return error instanceof ActivityFailure ? (error.cause ?? error) : error;
}

/** A plain no: nothing was written, and asking again gives the same. */
export function isRefusal(error: unknown): boolean {
  const reason = reasonOf(error);
  return reason instanceof ApplicationFailure && reason.nonRetryable === true;
}
