import { randomUUID } from 'node:crypto';
import { Client, Connection, WithStartWorkflowOperation, WorkflowUpdateFailedError } from '@temporalio/client';
import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { openedUpdate } from '../../contracts/work.ts';
import type { Job } from '../../storage/jobs.ts';
import { monthOf } from '../../storage/ledger.ts';
import type { batchScrape } from '../../workflows/batchScrape.ts';
import { newAccount } from './accounts.ts';
import { openStack } from './storage.ts';

// Its own steps are of no interest here.
beforeAll(() => Runtime.install({ logger: new DefaultLogger('ERROR') }));

/** The real workflow on the real Temporal, beside the stack's own, with a database that does not say what it has done. */
async function openWithSilentDatabase({ openedAfterAll }: { openedAfterAll: boolean }) {
  const { TEMPORAL_ADDRESS: address = '', TEMPORAL_NAMESPACE: namespace = 'default' } = inject('env');
  const taskQueue = `opening-${randomUUID()}`;
  const done: string[] = [];
  const connection = await NativeConnection.connect({ address });
  const worker = await Worker.create({
    connection,
    namespace,
    taskQueue,
    workflowsPath: new URL('../../workflows/index.ts', import.meta.url).pathname,
    activities: {
      openBatch() {
        done.push('openBatch');
        throw new Error('the connection closed');
      },
      async keepOpened() {
        done.push('keepOpened');
        return openedAfterAll;
      },
      async finishBatch() {
        done.push('finishBatch');
      },
    },
  });
  const job = randomUUID();
  const context = { account: 'acc_test', requestId: 'test', job };
  const sizes = { round: 0, chunks: 0, chunkSize: 1, pagesAtOnce: 1, lanes: 1, pageTimeoutMs: 1_000 };
  const batch = { ...context, ...sizes, browserOnly: false, webhook: false };
  const open = { ...context, key: 'key', total: 0, options: {} as Job['options'] };
  const asker = await Connection.connect({ address });
  const client = new Client({ connection: asker, namespace });
  const workflowId = `opening-${job}`;
  const told = await worker.runUntil(async () => {
    const startWorkflowOperation = new WithStartWorkflowOperation<typeof batchScrape>('batchScrape', {
      taskQueue,
      workflowId,
      workflowIdConflictPolicy: 'FAIL',
      args: [batch, { open }],
    });
    const answer = await client.workflow
      .executeUpdateWithStart(openedUpdate, { startWorkflowOperation })
      .catch((error: unknown) => error);
    await client.workflow.getHandle(workflowId).result();
    return answer;
  });
  await asker.close();
  await connection.close();
  return { told, done };
}

describe('an opening that the database does not confirm', () => {
  it('is told to the caller; a job that is there after all is worked on', async () => {
    const { told, done } = await openWithSilentDatabase({ openedAfterAll: true });
    expect(told).toBeInstanceOf(WorkflowUpdateFailedError);
    expect(done).toEqual(['openBatch', 'openBatch', 'openBatch', 'openBatch', 'keepOpened', 'finishBatch']);
  });

  it('is told to the caller; where there is no job, nothing follows', async () => {
    const { told, done } = await openWithSilentDatabase({ openedAfterAll: false });
    expect(told).toBeInstanceOf(WorkflowUpdateFailedError);
    expect(done.slice(4)).toEqual(['keepOpened']);
  });

  it('keeps a job that its caller can ask for again, and withdraws one that he cannot', async () => {
    const storage = openStack();
    const { account } = await newAccount();
    const now = new Date();
    const jobOf = (idempotency?: Job['idempotency']): Job => ({
      _id: randomUUID(),
      account,
      key: 'key',
      status: 'scraping',
      total: 7,
      completed: 0,
      failed: 0,
      creditsUsed: 0,
      creditsBefore: 0,
      options: {} as Job['options'],
      ...(idempotency && { idempotency }),
      frontier: 0,
      retries: 0,
      createdAt: now,
      expiresAt: new Date(now.getTime() + 60_000),
    });
    const reserved = async () => (await storage.ledger.balance(account, monthOf(now))).reserved;

    const named = await storage.batches.open(jobOf({ key: 'again', body: '' }), { allowance: null });
    expect(await storage.batches.keepOpened(named._id, 0)).toBe(true);
    expect(await reserved()).toBe(7);
    expect(await storage.batches.keepOpened(named._id, 1)).toBe(false);

    const unnamed = await storage.batches.open(jobOf(), { allowance: null });
    expect(await reserved()).toBe(14);
    expect(await storage.batches.keepOpened(unnamed._id, 0)).toBe(false);
    expect(await storage.jobs.find(unnamed._id)).toMatchObject({ status: 'cancelled' });
    expect(await reserved()).toBe(7);

    const late = jobOf();
    await expect(storage.batches.open(late, { allowance: null, until: Date.now() - 1 })).rejects.toThrow(/in time/);
    expect(await storage.jobs.find(late._id)).toBeNull();
    expect(await storage.batches.keepOpened(late._id, 0)).toBe(false);
    expect(await reserved()).toBe(7);
    await storage.batches.finish(named._id, 0);
    await storage.close();
  });
});
