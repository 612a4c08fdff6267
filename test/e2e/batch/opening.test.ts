import { WorkflowUpdateFailedError } from '@temporalio/client';
import { describe, expect, it } from 'vitest';
import type { Job } from '../../../storage/jobs.ts';
import { monthOf } from '../../../storage/ledger.ts';
import { newAccount } from '../../support/accounts.ts';
import { runBatch } from '../../support/scriptedActivities.ts';
import { newJob, openStackStorage } from '../../support/storage.ts';

/** The database does not say what it has done. */
async function openWithSilentDatabase({ openedAfterAll }: { openedAfterAll: boolean }) {
  const done: string[] = [];
  const activities = {
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
  };
  return { told: await runBatch(activities, { chunks: 0 }), done };
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
    const storage = openStackStorage();
    const { account } = await newAccount();
    const jobOf = (idempotency?: Job['idempotency']) => newJob(account, idempotency && { idempotency });
    const reserved = async () => (await storage.ledger.balance(account, monthOf(new Date()))).reserved;

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
