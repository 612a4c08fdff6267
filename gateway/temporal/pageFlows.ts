import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Workflow,
  WorkflowExecutionAlreadyStartedError,
  WorkflowFailedError,
  type WorkflowHandle,
} from '@temporalio/client';
import { Failure } from '../../contracts/failures.ts';
import { notTakenUp, takeUpTimeoutMs } from '../../contracts/work/takeUp.ts';
import type * as workflows from '../../workflows/index.ts';
import { queryTimeoutMs, startTimeoutMs, type TemporalClient } from './client.ts';

/** The workflows that a caller waits for. */
type AwaitedWorkflow = 'extract' | 'branding' | 'map';
type Input<Name extends AwaitedWorkflow> = Parameters<(typeof workflows)[Name]>[0];

/** Extractions, branding profiles and maps: one page or site each, while the caller waits. */
export function createPageFlows({ client, connection, withDeadline }: TemporalClient) {
  /** A second start under the same id, while the first runs or after it succeeded, joins the first. */
  async function start<Name extends AwaitedWorkflow>(
    name: Name,
    workflowId: string,
    input: Input<Name>,
  ): Promise<{ handle: WorkflowHandle; run?: string }> {
    try {
      const handle = await withDeadline(startTimeoutMs, () =>
        client.workflow.start<Workflow>(name, {
          taskQueue: 'flow',
          workflowId,
          workflowIdConflictPolicy: 'USE_EXISTING',
          workflowIdReusePolicy: 'ALLOW_DUPLICATE_FAILED_ONLY',
          // By which the account's workflows are found when it is deleted.
          memo: { account: input.account },
          args: [input],
        }),
      );
      return { handle, run: handle.firstExecutionRunId };
    } catch (error) {
      if (error instanceof WorkflowExecutionAlreadyStartedError)
        return { handle: client.workflow.getHandle(workflowId) };
      throw error;
    }
  }

  /** Whether a worker has picked it up. True if Temporal cannot say: waiting for the result will report that outage. */
  async function isTakenUp(handle: WorkflowHandle): Promise<boolean> {
    const history = await withDeadline(queryTimeoutMs, () => handle.fetchHistory()).catch(() => undefined);
    return history?.events?.some((event) => event.workflowTaskCompletedEventAttributes) ?? true;
  }

  /** Waits for the result, and gives up early if no worker picks the workflow up. */
  async function resultOf(handle: WorkflowHandle): Promise<void> {
    const done = new AbortController();
    const { signal } = done;
    const result = connection.withAbortSignal(signal, () => handle.result());
    const takenUp = sleep(takeUpTimeoutMs, undefined, { signal }).then(() => isTakenUp(handle));
    const refusal = takenUp.then((isTaken) => {
      if (!isTaken) throw new Failure('DependencyDown', notTakenUp);
      return result;
    });
    await Promise.race([result, refusal]).finally(() => done.abort());
  }

  return {
    /** Starts a workflow and waits for it; a caller that disconnects cancels it. Returns the id of the run, if it is known. */
    async run<Name extends AwaitedWorkflow>(
      response: ServerResponse,
      name: Name,
      workflowId: string,
      input: Input<Name>,
      { cancelOnDisconnect = true }: { cancelOnDisconnect?: boolean } = {},
    ): Promise<string | undefined> {
      function cancel() {
        if (!cancelOnDisconnect || response.writableEnded) return;
        // Best effort: Temporal may be away, and a workflow that has ended cannot be cancelled.
        client.workflow
          .getHandle(workflowId)
          .cancel()
          .catch(() => {});
      }
      response.once('close', cancel);
      try {
        const { handle, run } = await start(name, workflowId, input);
        await resultOf(handle);
        return run;
      } catch (error) {
        // The caller is told that it failed, so it must not succeed and be charged afterwards.
        if (!(error instanceof WorkflowFailedError)) cancel();
        throw error;
      } finally {
        response.off('close', cancel);
      }
    },
  };
}
