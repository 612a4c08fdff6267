/** The real workflows on the stack's Temporal, in a namespace of their own, with activities written by a test. */
import { randomUUID } from 'node:crypto';
import { WithStartWorkflowOperation, type WorkflowClient } from '@temporalio/client';
import { NativeConnection, Worker } from '@temporalio/worker';
import type { BatchActivities, ChunkActivities } from '../../activities/batches/activities.ts';
import type { OpenActivities } from '../../activities/batches/open.ts';
import type { BillingActivities } from '../../activities/billing/activities.ts';
import type { PageActivities } from '../../activities/pages/activities.ts';
import { type BatchWork, openedUpdate } from '../../contracts/work/batches.ts';
import { dataConverterWith } from '../../runtime/temporal/dataConverter.ts';
import type { Job } from '../../storage/jobs.ts';
import type { batchScrape } from '../../workflows/batchScrape.ts';
import { openStackKeyring } from './keyrings.ts';
import { installQuietLogger } from './quietLogger.ts';
import { stackEnv } from './stackEnv.ts';
import { withTemporal } from './temporalClient.ts';
import { registerNamespace } from './temporalNamespace.ts';

type ScriptedActivities = Partial<
  OpenActivities & BatchActivities & ChunkActivities & BillingActivities & PageActivities
>;

/** Runs workers with these activities for the duration of `use`. */
export async function withScriptedActivities<T>(
  activities: ScriptedActivities,
  use: (workflow: WorkflowClient) => Promise<T>,
): Promise<T> {
  installQuietLogger();
  const address = stackEnv('TEMPORAL_ADDRESS');
  const namespace = `scripted-${randomUUID()}`;
  await registerNamespace(address, namespace);
  const connection = await NativeConnection.connect({ address });
  const workflowsPath = new URL('../../workflows/index.ts', import.meta.url).pathname;
  const options = { connection, namespace, activities, dataConverter: dataConverterWith(openStackKeyring()) };
  const flow = await Worker.create({ ...options, taskQueue: 'flow', workflowsPath });
  const fetch = await Worker.create({ ...options, taskQueue: 'fetch' });
  try {
    return await withTemporal(({ workflow }) => flow.runUntil(() => fetch.runUntil(() => use(workflow))), namespace);
  } finally {
    await connection.close();
  }
}

/** Runs one batch to its end. Returns what the opening answered to the caller, or the error that it failed with. */
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
