import { type Failure, failures } from '../../contracts/failures.ts';

/** When a caller may try again after a dependency of ours was down. */
export const retryAfterSeconds = 5;

/**
 * The error that operators must see in the log: one that nobody foresaw, or a failure with status 503, which means that
 * a dependency is down or misconfigured. Undefined for failures that the caller or the site has caused.
 */
export function faultOf(error: unknown, failure: Failure | undefined): unknown {
  if (!failure) return error;
  return failures[failure.kind].status === 503 ? (failure.cause ?? failure) : undefined;
}
