import { ActivityFailure, ApplicationFailure } from '@temporalio/workflow';

/** What an activity said when it failed. */
export const reasonOf = (error: unknown): unknown =>
  error instanceof ActivityFailure ? (error.cause ?? error) : error;

/** A plain no: nothing was written, and asking again gives the same. */
export function isRefusal(error: unknown): boolean {
  const reason = reasonOf(error);
  return reason instanceof ApplicationFailure && reason.nonRetryable === true;
}
