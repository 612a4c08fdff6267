import { setTimeout as sleep } from 'node:timers/promises';
import { WithStartWorkflowOperation, type Workflow, WorkflowNotFoundError } from '@temporalio/client';
import { Failure } from '../../contracts/failures.ts';
import {
  type BatchStart,
  type BatchWork,
  type OpenedBatch,
  openedUpdate,
  type RoundWork,
} from '../../contracts/work/batches.ts';
import { batchWorkflowId, webhooksWorkflowId } from '../../contracts/work/ids.ts';
import { wakeSignal } from '../../contracts/work/notify.ts';
import { notTakenUp, takeUpTimeoutMs } from '../../contracts/work/takeUp.ts';
import type * as workflows from '../../workflows/index.ts';
import { startTimeoutMs, type TemporalClient } from './client.ts';
import { hasGrpcCode } from './failures.ts';

/** Until the job is open, or will never be. */
const openTimeoutMs = takeUpTimeoutMs + 10_000;

/** Temporal refuses updates for as long as the worker that has taken the workflow does not answer. */
const failedPrecondition = 9;
const takeUpPauseMs = 500;

/** Asks again while a worker that hangs keeps the workflow, so that another one, or the same one later, can open the job. */
async function untilTakenUp<T>(deadline: number, open: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await open();
    } catch (error) {
      if (!hasGrpcCode(error, failedPrecondition)) throw error;
      if (Date.now() + takeUpPauseMs > deadline) throw new Failure('DependencyDown', notTakenUp, { cause: error });
      await sleep(takeUpPauseMs);
    }
  }
}

/** Only a crawl has a frontier. */
function workflowOf({ firstPosition }: BatchWork): 'batchScrape' | 'crawl' {
  return firstPosition === undefined ? 'batchScrape' : 'crawl';
}

/** Batches, crawls and the deliveries to their webhooks. */
export function createBatchFlows({ client, withDeadline }: TemporalClient) {
  return {
    /** Starts a batch or a crawl, or a round of one, and waits until its job is open. */
    openBatch(batch: BatchWork, start: BatchStart): Promise<OpenedBatch> {
      const deadline = Date.now() + openTimeoutMs;
      return untilTakenUp(deadline, () => {
        const startWorkflowOperation = new WithStartWorkflowOperation(workflowOf(batch), {
          taskQueue: 'flow',
          workflowId: batchWorkflowId(batch.job, batch.round),
          workflowIdConflictPolicy: 'USE_EXISTING',
          memo: { account: batch.account },
          args: [batch, start],
        });
        return withDeadline(deadline - Date.now(), () =>
          client.workflow.executeUpdateWithStart<Workflow, OpenedBatch, []>(openedUpdate, { startWorkflowOperation }),
        );
      });
    },
    /** Continues a batch or a crawl whose job is already open; changes nothing if its workflow runs. */
    async resumeBatch(batch: BatchWork): Promise<void> {
      const args: Parameters<typeof workflows.batchScrape> = [batch, { from: { nextChunk: 0, parts: [] } }];
      await client.workflow.start(workflowOf(batch), {
        taskQueue: 'flow',
        workflowId: batchWorkflowId(batch.job, batch.round),
        workflowIdConflictPolicy: 'USE_EXISTING',
        memo: { account: batch.account },
        args,
      });
    },
    async cancelBatch(job: string, round: number): Promise<void> {
      try {
        await withDeadline(startTimeoutMs, () => client.workflow.getHandle(batchWorkflowId(job, round)).cancel());
      } catch (error) {
        // It ended by itself in the meantime.
        if (!(error instanceof WorkflowNotFoundError)) throw error;
      }
    },
    /** Delivers a job's undelivered events to its webhook, now even if the next attempt is due later. */
    async deliverWebhooks({ account, requestId, job, round }: RoundWork): Promise<void> {
      const args: Parameters<typeof workflows.deliverWebhooks> = [{ account, requestId, job }];
      await withDeadline(startTimeoutMs, () =>
        client.workflow.signalWithStart('deliverWebhooks', {
          taskQueue: 'flow',
          workflowId: webhooksWorkflowId(job, round),
          signal: wakeSignal,
          memo: { account },
          args,
        }),
      );
    },
  };
}
