import {
  allHandlersFinished,
  CancellationScope,
  condition,
  continueAsNew,
  defineUpdate,
  isCancellation,
  ParentClosePolicy,
  proxyLocalActivities,
  setHandler,
  startChild,
} from '@temporalio/workflow';
import type { BatchActivities } from '../activities/batches/activities.ts';
import type { OpenActivities } from '../activities/batches/open.ts';
import {
  type BatchStart,
  type BatchWork,
  type NewBatch,
  type NewRound,
  type OpenedBatch,
  openedUpdate,
} from '../contracts/work/batches.ts';
import { webhooksWorkflowId } from '../contracts/work/ids.ts';
import { readChunks } from './chunks.ts';
import type { deliverWebhooks } from './deliverWebhooks.ts';
import { isRefusal, reasonOf } from './refusal.ts';
import { databaseStep, promptDatabaseStep } from './timeouts.ts';

const { openBatch, openRound } = proxyLocalActivities<OpenActivities>(promptDatabaseStep);
const { finishBatch, keepOpened } = proxyLocalActivities<BatchActivities>(databaseStep);

type Opening = { opened: OpenedBatch } | { problem: unknown };

/** A batch of pages: opens the job, works through its chunks, and closes it with the exact outcome. */
export async function batchScrape(batch: BatchWork, start: BatchStart): Promise<void> {
  if (!('from' in start)) {
    const opening = await open(start);
    const ours =
      'opened' in opening
        ? // The idempotency key may belong to an earlier job, which answers.
          opening.opened.job === batch.job
        : // The caller has been told; what the database has made of it is another matter.
          !isRefusal(opening.problem) && (await CancellationScope.nonCancellable(() => keepOpened(batch)));
    if (!ours) return;
    if (batch.webhook) await startDeliveries(batch);
  }
  try {
    const left = await readChunks(batch, 'from' in start ? start.from : { nextChunk: 0, parts: [] });
    if (left) await continueAsNew<typeof batchScrape>(batch, { from: left });
  } catch (error) {
    if (!isCancellation(error)) throw error;
  }
  await CancellationScope.nonCancellable(() => finishBatch(batch));
}

/** Opens the job and tells the gateway, which waits for it before it answers. */
async function open(start: { open: NewBatch } | { reopen: NewRound }): Promise<Opening> {
  const outcome: Promise<Opening> = ('open' in start ? openBatch(start.open) : openRound(start.reopen)).then(
    (opened) => ({ opened }),
    (error: unknown) => ({ problem: reasonOf(error) }),
  );
  setHandler(defineUpdate<OpenedBatch>(openedUpdate), async () => {
    const told = await outcome;
    if ('problem' in told) throw told.problem;
    return told.opened;
  });
  const known = await outcome;
  await condition(allHandlersFinished);
  return known;
}

async function startDeliveries({ account, requestId, job, round }: BatchWork) {
  await startChild<typeof deliverWebhooks>('deliverWebhooks', {
    workflowId: webhooksWorkflowId(job, round),
    args: [{ account, requestId, job }],
    // A dead receiver never holds the batch up, nor does the batch's end cut the deliveries short.
    parentClosePolicy: ParentClosePolicy.ABANDON,
  });
}
