/** The real workflows on the real Temporal, in a namespace of their own, with activities that a test writes. */
import { randomUUID } from 'node:crypto';
import { Client, Connection, WithStartWorkflowOperation, type WorkflowClient } from '@temporalio/client';
import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { inject } from 'vitest';
import type { BatchActivities, ChunkActivities } from '../../activities/batches/activities.ts';
import type { OpenActivities } from '../../activities/batches/open.ts';
import type { BillingActivities } from '../../activities/billing/activities.ts';
import type { PageActivities } from '../../activities/pages/activities.ts';
import { type BatchWork, openedUpdate } from '../../contracts/work/batches.ts';
import type { Job } from '../../storage/jobs.ts';
import type { batchScrape } from '../../workflows/batchScrape.ts';

type ScriptedActivities = Partial<
  OpenActivities & BatchActivities & ChunkActivities & BillingActivities & PageActivities
>;

/** Workers that know their parts, for as long as `use` takes. */
export async function withScriptedActivities<T>(
  activities: ScriptedActivities,
  use: (workflow: WorkflowClient) => Promise<T>,
): Promise<T> {
  installQuietLogger();
  const { TEMPORAL_ADDRESS: address = '' } = inject('env');
  const namespace = `scripted-${randomUUID()}`;
  const clientConnection = await Connection.connect({ address });
  const workflowExecutionRetentionPeriod = { seconds: 86_400 as never };
  await clientConnection.workflowService.registerNamespace({ namespace, workflowExecutionRetentionPeriod });
  const connection = await NativeConnection.connect({ address });
  const workflowsPath = new URL('../../workflows/index.ts', import.meta.url).pathname;
  const flow = await Worker.create({ connection, namespace, taskQueue: 'flow', workflowsPath, activities });
  const fetch = await Worker.create({ connection, namespace, taskQueue: 'fetch', activities });
  const { workflow } = new Client({ connection: clientConnection, namespace });
  try {
    return await flow.runUntil(() => fetch.runUntil(() => use(workflow)));
  } finally {
    await clientConnection.close();
    await connection.close();
  }
}

/** Runs one batch to its end, and gives what its caller was told when he asked for it. */
export function runBatch(activities: ScriptedActivities, sizes: Partial<BatchWork> = {}): Promise<unknown> {
  const job = randomUUID();
  const context = { account: 'acc_test', requestId: 'test', job };
  const one = { round: 0, chunks: 1, chunkSize: 1, pagesAtOnce: 1, lanes: 1, pageTimeoutMs: 1_000 };
  const batch = { ...context, ...one, browserOnly: false, webhook: false, ...sizes };
  const open = { ...context, key: 'key', total: 0, options: {} as Job['options'] };
  return withScriptedActivities(activities, async (workflow) => {
    const startWorkflowOperation = new WithStartWorkflowOperation<typeof batchScrape>('batchScrape', {
      taskQueue: 'flow',
      workflowId: job,
      workflowIdConflictPolicy: 'FAIL',
      args: [batch, { open }],
    });
    const answer = await workflow
      .executeUpdateWithStart(openedUpdate, { startWorkflowOperation })
      .catch((error: unknown) => error);
    await workflow.getHandle(job).result();
    return answer;
  });
}

let isInstalled = false;
/** A worker's own steps are of no interest here. */
function installQuietLogger() {
  if (!isInstalled) Runtime.install({ logger: new DefaultLogger('ERROR') });
  isInstalled = true;
}
