import { WorkflowUpdateFailedError } from '@temporalio/client';
import { describe, expect, it } from 'vitest';
import type { Job } from '../../../storage/jobs.ts';
import { monthOf } from '../../../storage/ledger.ts';
import { newAccount } from '../../support/accounts.ts';
import { runBatch } from '../../support/scriptedActivities.ts';
import { newJob, openStackStorage } from '../../support/storage.ts';

/** Runs a batch whose every attempt to open the job loses the connection to the database. */
async function runWithLostConfirmation({ isJobStored }: { isJobStored: boolean }) {
  const steps: string[] = [];
  const activities = {
    openBatch() {
      steps.push('openBatch');
      throw new Error('the connection closed');
    },
    async keepOpened() {
      steps.push('keepOpened');
      return isJobStored;
    },
    async finishBatch() {
      steps.push('finishBatch');
    },
  };
  return { answer: await runBatch(activities, { chunks: 0 }), steps };
}

describe('the opening of a batch that the database does not confirm', () => {
  it('fails for the caller, and the batch runs when the job was stored all the same', async () => {
    const { answer, steps } = await runWithLostConfirmation({ isJobStored: true });
    expect(answer).toBeInstanceOf(WorkflowUpdateFailedError);
    expect(steps).toEqual(['openBatch', 'openBatch', 'openBatch', 'openBatch', 'keepOpened', 'finishBatch']);
  });

  it('fails for the caller, and nothing runs when no job was stored', async () => {
    const { answer, steps } = await runWithLostConfirmation({ isJobStored: false });
    expect(answer).toBeInstanceOf(WorkflowUpdateFailedError);
    expect(steps.slice(4)).toEqual(['keepOpened']);
  });

  it('keeps a stored job that has an idempotency key, and cancels one that has none', async () => {
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
