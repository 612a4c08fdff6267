import type { Context } from '@temporalio/activity';
import { ApplicationFailure, ApplicationFailureCategory, CancelledFailure } from '@temporalio/common';
import type { ActivityInboundCallsInterceptor } from '@temporalio/worker';
import { Failure, failures } from '../contracts/failures.ts';
import type { Logger } from '../runtime/log.ts';
import type { Outcome, WorkMetrics } from '../runtime/metrics/work.ts';
import { boundedError, boundedMessage, boundedResult } from './historyBoundary.ts';
import { observed, workContext } from './observed.ts';

/** Well below the heartbeat timeout in workflows/timeouts.ts. */
const heartbeatIntervalMs = 1_000;

/**
 * What every activity needs: heartbeats (through which cancellation arrives), a log line with the ids that join it to the
 * request, its metrics, our typed failures translated into Temporal's, and a bound on what enters the history.
 */
export function activityInterceptor(log: Logger, metrics: Pick<WorkMetrics, 'activityDone'>) {
  return (context: Context): { inbound: ActivityInboundCallsInterceptor } => ({
    inbound: {
      async execute(input, next) {
        const { activityType, workflowExecution, attempt, taskQueue, isLocal } = context.info;
        const signal = context.cancellationSignal;
        const waitedMs = Math.max(0, Date.now() - context.info.currentAttemptScheduledTimestampMs);
        const line = log.child({
          activity: activityType,
          attempt,
          workflowId: workflowExecution?.workflowId,
          ...workContext(input.args[0]),
        });
        const tell = (outcome: Outcome, seconds: number) =>
          metrics.activityDone({
            activity: activityType,
            queue: taskQueue,
            outcome,
            seconds,
            ...(!isLocal && { waitedSeconds: waitedMs / 1_000 }),
          });
        const heartbeat = setInterval(() => context.heartbeat(), heartbeatIntervalMs);
        try {
          return boundedResult(await observed({ what: 'activity', line, signal, tell }, () => next(input)));
        } catch (error) {
          throw signal.aborted ? cancelledBy(error) : temporalFailure(error);
        } finally {
          clearInterval(heartbeat);
        }
      },
    },
  });
}

function cancelledBy(error: unknown): CancelledFailure {
  const cause = boundedError(error);
  return new CancelledFailure('cancelled', undefined, cause instanceof Error ? cause : undefined);
}

function temporalFailure(error: unknown): unknown {
  if (!(error instanceof Failure)) return boundedError(error);
  const { kind, message, retryAfterMs } = error;
  return ApplicationFailure.create({
    type: kind,
    message: boundedMessage(message),
    nonRetryable: !failures[kind].retry,
    // The caller is told; an operator need not look at it.
    category: ApplicationFailureCategory.BENIGN,
    // Not before the time that the server itself asked for.
    ...(retryAfterMs !== undefined && { nextRetryDelay: retryAfterMs }),
  });
}
