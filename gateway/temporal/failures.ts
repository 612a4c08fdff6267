import { isGrpcServiceError, WorkflowFailedError, WorkflowUpdateFailedError } from '@temporalio/client';
import { ApplicationFailure, TimeoutFailure } from '@temporalio/common';
import { Failure, failures, isFailureKind } from '../../contracts/failures.ts';
import { outageOf } from '../../storage/outage.ts';

/** INVALID_ARGUMENT, NOT_FOUND, PERMISSION_DENIED, FAILED_PRECONDITION, UNIMPLEMENTED, UNAUTHENTICATED: our own mistakes. */
const notRetryableCodes = [3, 5, 7, 9, 12, 16];

/** The typed failure behind an error of a dependency; undefined for an error that nobody foresaw. */
export function failureOf(error: unknown): Failure | undefined {
  if (error instanceof WorkflowFailedError || error instanceof WorkflowUpdateFailedError) {
    return workflowFailure(error);
  }
  if (isTemporalDown(error)) {
    return new Failure('DependencyDown', 'The work queue is not reachable just now; please try again.', {
      cause: error,
    });
  }
  return outageOf(error);
}

/** Whether the work was refused for good, so that nothing of it will run later. */
export function isRefusal(error: unknown): boolean {
  const failure = failureOf(error);
  return failure !== undefined && !failures[failure.kind].retry;
}

/** Whether a call did not reach Temporal or was not answered. The client wraps such errors in its own. */
function isTemporalDown(error: unknown): boolean {
  const code = grpcCodeOf(error);
  return code !== undefined && !notRetryableCodes.includes(code);
}

export function hasGrpcCode(error: unknown, code: number): boolean {
  return grpcCodeOf(error) === code;
}

function grpcCodeOf(error: unknown): number | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (isGrpcServiceError(cause)) return cause.code;
  }
  return undefined;
}

function workflowFailure(error: WorkflowFailedError | WorkflowUpdateFailedError): Failure | undefined {
  for (let cause: unknown = error.cause; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof ApplicationFailure && isFailureKind(cause.type)) {
      return new Failure(cause.type, cause.message, { cause: error });
    }
    if (cause instanceof TimeoutFailure) {
      return new Failure('DependencyDown', 'No worker finished this in time; please try again.', { cause: error });
    }
  }
  return undefined;
}
