import { isGrpcServiceError, WorkflowFailedError, WorkflowUpdateFailedError } from '@temporalio/client';
import { ApplicationFailure, TimeoutFailure } from '@temporalio/common';
import { Failure, isFailureKind } from '../contracts/failures.ts';
import { outageOf } from '../storage/outage.ts';

/** The typed failure behind what a dependency threw; undefined for what nobody foresaw. */
export function asFailure(error: unknown): Failure | undefined {
  if (error instanceof WorkflowFailedError || error instanceof WorkflowUpdateFailedError) return ofWorkflow(error);
  if (isGrpcServiceError(error)) {
    return new Failure('DependencyDown', 'The work queue is not reachable just now; please try again.', {
      cause: error,
    });
  }
  return outageOf(error);
}

function ofWorkflow(error: WorkflowFailedError | WorkflowUpdateFailedError): Failure | undefined {
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
