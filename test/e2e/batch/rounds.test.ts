import proto from '@temporalio/proto';
import { describe, expect, it } from 'vitest';
import { batchWorkflowId } from '../../../contracts/work/ids.ts';
import { newAccount } from '../../support/accounts.ts';
import { createBatch, getJob, waitForJob } from '../../support/batches.ts';
import { call } from '../../support/client.ts';
import { settledCredits } from '../../support/credits.ts';
import { withDatabase } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { site } from '../../support/fixtureSite.ts';
import { withTemporal } from '../../support/temporalClient.ts';

/** Temporal fails a task that would end a workflow to which something has just happened; it is simply done again. */
const { WORKFLOW_TASK_FAILED_CAUSE_UNHANDLED_COMMAND: overtaken } = proto.temporal.api.enums.v1.WorkflowTaskFailedCause;

function failedWorkflowTasks(workflowId: string): Promise<number> {
  return withTemporal(async ({ workflow }) => {
    const { events } = await workflow.getHandle(workflowId).fetchHistory();
    const failed = (events ?? []).flatMap((event) => event.workflowTaskFailedEventAttributes ?? []);
    return failed.filter(({ cause }) => cause !== overtaken).length;
  });
}

function countUrlLists(account: string): Promise<number> {
  return withDatabase((db) => db.collection('urls').countDocuments({ account }));
}

describe('cancelling a batch of an account with a narrow plan', () => {
  it('ends the workflow without a failed task while chunks wait for a lane', async () => {
    const { account, key } = await newAccount('three-pages');
    const urls = Array.from({ length: 200 }, (_, at) => site(`/slow?ms=20000&narrow=${at}`));
    const { id } = await createBatch({ urls }, { key });
    await eventually('the batch is being read', async () =>
      withTemporal(async ({ workflow }) => {
        const { pendingActivities } = (await workflow.getHandle(batchWorkflowId(id, 0)).describe()).raw;
        return (pendingActivities?.length ?? 0) > 0;
      }),
    );
    expect((await call(`/v1/batch/scrape/${id}`, { method: 'DELETE', key })).status).toBe(200);
    expect(await settledCredits(account)).toBe(0);
    await withTemporal(({ workflow }) => workflow.getHandle(batchWorkflowId(id, 0)).result());
    expect(await failedWorkflowTasks(batchWorkflowId(id, 0))).toBe(0);
  });
});

describe('retrying a batch right after cancelling it', () => {
  it('ends with the counters, items and credits of both rounds', async () => {
    const { account, key } = await newAccount();
    const urls = [site('/rounds/fine'), site('/flaky?times=1&rounds'), site('/slow?ms=20000&rounds')];
    const { id } = await createBatch({ urls }, { key });
    await eventually('two pages are settled', async () => {
      const { completed, failed } = await getJob(id, '', key);
      return completed === 1 && failed === 1;
    });
    const cancel = await call(`/v1/batch/scrape/${id}`, { method: 'DELETE', key });
    const retry = await call(`/v1/batch/scrape/${id}/retry`, { method: 'POST', key });
    expect([cancel.status, retry.status]).toEqual([200, 200]);
    const job = await waitForJob(id, undefined, key);
    expect(job).toMatchObject({ status: 'completed', total: 3, completed: 2, failed: 0, creditsUsed: 2 });
    expect(job.data.map(({ url }) => url)).toEqual(urls.slice(0, 2));
    expect(await settledCredits(account)).toBe(2);
  });
});

describe('a batch that the balance does not cover', () => {
  it('leaves no URL list behind', async () => {
    const { account, key } = await newAccount('fifty-credits');
    const urls = Array.from({ length: 51 }, (_, at) => site(`/${at}`));
    expect(await call('/v1/batch/scrape', { body: { urls }, key })).toMatchObject({
      status: 402,
      body: { error: 'This needs 51 credits, and 50 of 50 are left this month.' },
    });
    expect(await countUrlLists(account)).toBe(0);
    expect(await settledCredits(account)).toBe(0);
  });
});
