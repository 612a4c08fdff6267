import type { Context } from '@temporalio/activity';
import { ApplicationFailure, ApplicationFailureCategory, CancelledFailure } from '@temporalio/common';
import type { ActivityInboundCallsInterceptor } from '@temporalio/worker';
import { Failure, failures } from '../contracts/failures.ts';
import type { WorkContext } from '../contracts/work/context.ts';
import type { Logger } from '../runtime/log.ts';
import { outcomeOf, secondsSince } from '../runtime/metrics/outcome.ts';
import type { Outcome, WorkMetrics } from '../runtime/metrics/work.ts';
import { outageOf } from '../storage/outage.ts';
import { boundedError, boundedMessage, boundedResult } from './historyBoundary.ts';

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
        const waitedMs = Math.max(0, Date.now() - context.info.currentAttemptScheduledTimestampMs);
        const line = log.child({
          activity: activityType,
          attempt,
          workflowId: workflowExecution?.workflowId,
          ...workContext(input.args[0]),
        });
        const started = performance.now();
        const tell = (outcome: Outcome) =>
          metrics.activityDone({
            activity: activityType,
            queue: taskQueue,
            outcome,
            seconds: secondsSince(started),
            ...(!isLocal && { waitedSeconds: waitedMs / 1_000 }),
          });
        const heartbeat = setInterval(() => context.heartbeat(), heartbeatIntervalMs);
        try {
          const result = await next(input);
          tell('ok');
          line.info({ ms: Math.round(performance.now() - started) }, 'activity done');
          return boundedResult(result);
        } catch (error) {
          tell(outcomeOf(error, context.cancellationSignal));
          const ms = Math.round(performance.now() - started);
          if (context.cancellationSignal.aborted) {
            line.info({ ms }, 'activity cancelled');
            const cause = boundedError(error);
            throw new CancelledFailure('cancelled', undefined, cause instanceof Error ? cause : undefined);
          }
          const failure = error instanceof Failure ? error : outageOf(error);
          if (!failure) {
            line.error({ ms, err: error }, 'activity failed');
            throw boundedError(error);
          }
          const { kind, message, cause, retryAfterMs } = failure;
          const level = failures[kind].status === 503 ? 'warn' : 'info';
          line[level]({ ms, failure: kind, reason: message, err: cause }, 'activity failed');
          throw ApplicationFailure.create({
            type: kind,
            message: boundedMessage(message),
            nonRetryable: !failures[kind].retry,
            // The caller is told; an operator need not look at it.
            category: ApplicationFailureCategory.BENIGN,
            // Not before the time that the server itself asked for.
            ...(retryAfterMs !== undefined && { nextRetryDelay: retryAfterMs }),
          });
        } finally {
          clearInterval(heartbeat);
        }
      },
    },
  });
}

function workContext(argument: unknown): Partial<WorkContext> & { job?: string } {
  if (typeof argument !== 'object' || argument === null) return {};
  const { account, requestId, job } = argument as Partial<Record<'account' | 'requestId' | 'job', string>>;
  return { ...(account && { account }), ...(requestId && { requestId }), ...(job && { job }) };
}
