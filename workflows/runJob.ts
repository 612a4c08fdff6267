import {
  allHandlersFinished,
  CancellationScope,
  condition,
  defineUpdate,
  getExternalWorkflowHandle,
  isCancellation,
  ParentClosePolicy,
  patched,
  proxyLocalActivities,
  setHandler,
  startChild,
} from '@temporalio/workflow';
import type { BatchActivities } from '../activities/batches/activities.ts';
import type { OpenActivities } from '../activities/batches/open.ts';
import {
  type BatchProgress,
  type BatchStart,
  type BatchWork,
  type NewBatch,
  type NewRound,
  type OpenedBatch,
  openedUpdate,
} from '../contracts/work/batches.ts';
import { webhooksWorkflowId } from '../contracts/work/ids.ts';
import { wakeSignal } from '../contracts/work/notify.ts';
import type { deliverWebhooks } from './deliverWebhooks.ts';
import { isRefusal, reasonOf } from './refusal.ts';
import { databaseStep, promptDatabaseStep } from './timeouts.ts';

const { openBatch, openRound } = proxyLocalActivities<OpenActivities>(promptDatabaseStep);
const { finishBatch, keepOpened } = proxyLocalActivities<BatchActivities>(databaseStep);

type OpenOutcome = { opened: OpenedBatch } | { problem: unknown };

/**
 * A job from its opening to its end: opens it, reads its pages, and closes it with the exact outcome. Returns what is left
 * for the next run.
 */
export async function runJob(
  batch: BatchWork,
  start: BatchStart,
  read: (from: BatchProgress) => Promise<BatchProgress | undefined>,
): Promise<BatchProgress | undefined> {
  // A job may be cancelled while it is still being opened. It ends like any other: settled, and with its event sent.
  const hasJob = 'from' in start || (await CancellationScope.nonCancellable(() => begin(batch, start)));
  if (!hasJob) return undefined;
  try {
    const left = await read('from' in start ? start.from : { nextChunk: 0, parts: [] });
    if (left) return left;
  } catch (error) {
    if (!isCancellation(error)) throw error;
  }
  await CancellationScope.nonCancellable(async () => {
    await finishBatch(batch);
    if (batch.webhook && patched('wake-deliveries')) await wakeDeliveries(batch);
  });
  return undefined;
}

/** Opens the job and starts the deliveries to its webhook; false if there is no job for this workflow to work on. */
async function begin(batch: BatchWork, start: { open: NewBatch } | { reopen: NewRound }): Promise<boolean> {
  if (!(await isOurs(batch, await open(start)))) return false;
  if (batch.webhook) await startDeliveries(batch);
  return true;
}

/** Opens the job and tells the gateway, which waits for it before it answers. */
async function open(start: { open: NewBatch } | { reopen: NewRound }): Promise<OpenOutcome> {
  const outcome: Promise<OpenOutcome> = ('open' in start ? openBatch(start.open) : openRound(start.reopen)).then(
    (opened) => ({ opened }),
    (error: unknown) => ({ problem: reasonOf(error) }),
  );
  setHandler(defineUpdate<OpenedBatch>(openedUpdate), async () => {
    const result = await outcome;
    if ('problem' in result) throw result.problem;
    return result.opened;
  });
  const result = await outcome;
  await condition(allHandlersFinished);
  return result;
}

/** Whether there is a job for this workflow to work on. */
async function isOurs(batch: BatchWork, outcome: OpenOutcome): Promise<boolean> {
  // With an idempotency key, an earlier job may have answered instead.
  if ('opened' in outcome) return outcome.opened.job === batch.job;
  // The caller has been told of the problem, but the database may have opened the job without confirming it.
  return !isRefusal(outcome.problem) && (await keepOpened(batch));
}

async function startDeliveries({ account, requestId, job, round }: BatchWork): Promise<void> {
  await startChild<typeof deliverWebhooks>('deliverWebhooks', {
    workflowId: webhooksWorkflowId(job, round),
    args: [{ account, requestId, job }],
    memo: { account },
    // A dead receiver does not hold up the job, and the end of the job does not cut the deliveries short.
    parentClosePolicy: ParentClosePolicy.ABANDON,
  });
}

/** Tells the deliveries that the last event is there. */
async function wakeDeliveries({ job, round }: BatchWork): Promise<void> {
  try {
    await getExternalWorkflowHandle(webhooksWorkflowId(job, round)).signal(wakeSignal);
  } catch {
    // They have delivered it already and ended.
  }
}
