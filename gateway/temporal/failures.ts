import { isGrpcServiceError, WorkflowFailedError, WorkflowUpdateFailedError } from '@temporalio/client';
import { ApplicationFailure, TimeoutFailure } from '@temporalio/common';
import { Failure, isFailureKind } from '../../contracts/failures.ts';
import { outageOf } from '../../storage/outage.ts';

/** INVALID_ARGUMENT, NOT_FOUND, PERMISSION_DENIED, FAILED_PRECONDITION, UNIMPLEMENTED and UNAUTHENTICATED: asking again gives the same. */
const ourMistakes = [3, 5, 7, 9, 12, 16];

/** The typed failure behind what a dependency threw; undefined for what nobody foresaw. */
export function asFailure(error: unknown): Failure | undefined {
  if (error instanceof WorkflowFailedError || error instanceof WorkflowUpdateFailedError) return ofWorkflow(error);
  if (workQueueIsAway(error)) {
    return new Failure('DependencyDown', 'The work queue is not reachable just now; please try again.', {
      cause: error,
    });
  }
  return outageOf(error);
}

/** What Temporal was asked did not come through, or was not answered: the client wraps that in errors of its own. */
function workQueueIsAway(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (isGrpcServiceError(cause)) return !ourMistakes.includes(cause.code);
  }
  return false;
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
