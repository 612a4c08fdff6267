import { setTimeout as sleep } from 'node:timers/promises';
import {
  Client,
  Connection,
  defaultGrpcRetryOptions,
  makeGrpcRetryInterceptor,
  ScheduleOverlapPolicy,
  WithStartWorkflowOperation,
  type Workflow,
  type WorkflowClientInterceptor,
  WorkflowExecutionAlreadyStartedError,
  WorkflowFailedError,
  type WorkflowHandle,
  WorkflowNotFoundError,
} from '@temporalio/client';
import type { Context } from 'koa';
import { Failure } from '../../contracts/failures.ts';
import {
  type BatchWork,
  notTakenUp,
  type OpenedBatch,
  openedUpdate,
  takeUpWithinMs,
  type WorkContext,
} from '../../contracts/work/batches.ts';
import { type RefreshWork, type RenderWork, refreshId, sweepScheduleId } from '../../contracts/work/images.ts';
import type { Logger } from '../../runtime/log.ts';
import type { Settings } from '../../runtime/settings.ts';
import type { BatchStart } from '../../workflows/batchScrape.ts';
import type * as workflows from '../../workflows/index.ts';
import { backlogOf, lastSweep } from './backlog.ts';
import { scheduleSweep } from './sweep.ts';

const batchId = (job: string, round: number) => `batch-${job}-${round}`;

/** How long an asker waits, who has somebody waiting for him: for a word from Temporal, */
const wordMs = 2_000;
/** for its taking something on, */
const startMs = 10_000;
/** for a worker's rendition, */
const renditionMs = 10_000;
/** and for a worker's opening a batch: until it is opened, or will not be any more. */
const openMs = takeUpWithinMs + 10_000;
/** While Temporal restarts it is asked so often: for longer than a batch can still be opened. */
const mostTries = 15;

type Name = keyof typeof workflows;
/** Those that a caller waits for. */
type Waited = 'scrapePage' | 'extract' | 'branding';
type Work<N extends Name> = Parameters<(typeof workflows)[N]>[0];

export type Flows = ReturnType<typeof openFlows>;

/** The gateway's hold on Temporal: starting workflows and waiting for them. */
export function openFlows(settings: Settings, interceptors: readonly WorkflowClientInterceptor[] = []) {
  // Lazy, so that the gateway starts and serves what it can while Temporal is away.
  const connection = Connection.lazy({
    address: settings.TEMPORAL_ADDRESS,
    interceptors: [makeGrpcRetryInterceptor(defaultGrpcRetryOptions({ maxAttempts: mostTries }))],
  });
  const client = new Client({
    connection,
    namespace: settings.TEMPORAL_NAMESPACE,
    interceptors: { workflow: [...interceptors] },
  });

  /** Temporal's client has no limit of its own: without one, a caller waits as long as Temporal is away. */
  const within = <T>(ms: number, ask: () => Promise<T>): Promise<T> => connection.withDeadline(Date.now() + ms, ask);

  /** Who asks for the same again while it runs, or after it has worked, is given the one there is. */
  async function start<N extends Waited>(name: N, workflowId: string, work: Work<N>) {
    try {
      return await within(startMs, () =>
        client.workflow.start<Workflow>(name, {
          taskQueue: 'flow',
          workflowId,
          workflowIdConflictPolicy: 'USE_EXISTING',
          workflowIdReusePolicy: 'ALLOW_DUPLICATE_FAILED_ONLY',
          args: [work],
        }),
      );
    } catch (error) {
      if (error instanceof WorkflowExecutionAlreadyStartedError) return client.workflow.getHandle(workflowId);
      throw error;
    }
  }

  /** Some worker has looked at it. Where Temporal is away it is taken for granted: the one who waits will hear of that. */
  async function isTakenUp(handle: WorkflowHandle): Promise<boolean> {
    const history = await within(wordMs, () => handle.fetchHistory()).catch(() => undefined);
    return history?.events?.some((event) => event.workflowTaskCompletedEventAttributes) ?? true;
  }

  /** Waits for a workflow, but no longer than for a batch if no worker takes it up. */
  async function resultOf(handle: WorkflowHandle): Promise<void> {
    const over = new AbortController();
    const { signal } = over;
    const result = connection.withAbortSignal(signal, () => handle.result());
    const takenUp = sleep(takeUpWithinMs, undefined, { signal }).then(() => isTakenUp(handle));
    const refusal = takenUp.then((is) => {
      if (!is) throw new Failure('DependencyDown', notTakenUp);
      return result;
    });
    await Promise.race([result, refusal]).finally(() => over.abort());
  }

  return {
    /** Starts a workflow and waits for it; a caller that goes away cancels it. */
    async run<N extends Waited>(
      ctx: Context,
      name: N,
      workflowId: string,
      work: Work<N>,
      { cancelWhenGone = true }: { cancelWhenGone?: boolean } = {},
    ): Promise<void> {
      const cancel = () => {
        if (cancelWhenGone && !ctx.res.writableEnded)
          client.workflow
            .getHandle(workflowId)
            .cancel()
            .catch(() => {});
      };
      ctx.res.once('close', cancel);
      try {
        await resultOf(await start(name, workflowId, work));
      } catch (error) {
        // Its caller is told that it was not done: it shall not be done and paid for behind his back.
        if (!(error instanceof WorkflowFailedError)) cancel();
        throw error;
      } finally {
        ctx.res.off('close', cancel);
      }
    },
    /** Looks for a source again; whoever asks while that is under way waits for the same search. */
    async refreshIcon(work: RefreshWork): Promise<void> {
      const handle = await within(startMs, () =>
        client.workflow.start('refreshIcon', {
          taskQueue: 'image',
          workflowId: refreshId(work),
          workflowIdConflictPolicy: 'USE_EXISTING',
          args: [work],
        }),
      );
      await handle.result();
    },
    /** Makes a rendition; its name keeps two from making it at once. */
    async renderImage(work: RenderWork, name: string): Promise<void> {
      await within(renditionMs, async () => {
        const handle = await client.workflow.start('renderImage', {
          taskQueue: 'image',
          workflowId: `render-${name}`,
          workflowIdConflictPolicy: 'USE_EXISTING',
          args: [work],
        });
        await handle.result();
      });
    },
    /** Starts a batch, or a round of one, and waits until its job is open. */
    openBatch(batch: BatchWork, start: BatchStart): Promise<OpenedBatch> {
      const startWorkflowOperation = new WithStartWorkflowOperation('batchScrape', {
        taskQueue: 'flow',
        workflowId: batchId(batch.job, batch.round),
        workflowIdConflictPolicy: 'USE_EXISTING',
        args: [batch, start],
      });
      return within(openMs, () =>
        client.workflow.executeUpdateWithStart<Workflow, OpenedBatch, []>(openedUpdate, { startWorkflowOperation }),
      );
    },
    /** Goes on with a batch whose job is open already; where its workflow runs, nothing changes. */
    async resumeBatch(batch: BatchWork) {
      const args: Parameters<typeof workflows.batchScrape> = [batch, { from: { nextChunk: 0, parts: [] } }];
      await client.workflow.start('batchScrape', {
        taskQueue: 'flow',
        workflowId: batchId(batch.job, batch.round),
        workflowIdConflictPolicy: 'USE_EXISTING',
        args,
      });
    },
    /** Sees to it that a job's webhook hears what it has not heard yet. */
    async deliverWebhooks({ account, requestId, job, round }: Pick<BatchWork, keyof WorkContext | 'job' | 'round'>) {
      const args: Parameters<typeof workflows.deliverWebhooks> = [{ account, requestId, job }];
      await client.workflow.start('deliverWebhooks', {
        taskQueue: 'flow',
        workflowId: `webhooks-${job}-${round}`,
        workflowIdConflictPolicy: 'USE_EXISTING',
        args,
      });
    },
    async cancelBatch(job: string, round: number) {
      try {
        await within(startMs, () => client.workflow.getHandle(batchId(job, round)).cancel());
      } catch (error) {
        // It has ended by itself meanwhile.
        if (!(error instanceof WorkflowNotFoundError)) throw error;
      }
    },
    /** One warning per account and month, whoever else notices that the allowance is passed. */
    async warnOverage(account: string, month: string) {
      try {
        const args: Parameters<typeof workflows.warnOverage> = [{ account, month }];
        await client.workflow.start('warnOverage', {
          taskQueue: 'flow',
          workflowId: `overage-${account}-${month}`,
          workflowIdReusePolicy: 'REJECT_DUPLICATE',
          args,
        });
      } catch (error) {
        if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
      }
    },
    /** Looks for what is due now, or again as soon as the look that is under way has ended. */
    async sweepNow() {
      await client.schedule.getHandle(sweepScheduleId).trigger(ScheduleOverlapPolicy.BUFFER_ONE);
    },
    scheduleSweep: (log: Logger) => scheduleSweep(client, log),
    backlog: () => within(wordMs, () => backlogOf(client)),
    lastSweep: () => within(wordMs, () => lastSweep(client)),
    async ping() {
      await within(wordMs, () => connection.workflowService.getSystemInfo({}));
    },
    close: () => connection.close(),
  };
}
