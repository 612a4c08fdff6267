import { ActivityFailure, ApplicationFailure } from '@temporalio/workflow';

/** The failure that an activity reported. */
export function reasonOf(error: unknown): unknown {
  return error instanceof ActivityFailure ? (error.cause ?? error) : error;
}

/** Whether an activity refused: nothing was written, and a retry would be refused too. */
export function isRefusal(error: unknown): boolean {
  const reason = reasonOf(error);
  return reason instanceof ApplicationFailure && reason.nonRetryable === true;
}
