import { Failure } from '../../contracts/failures.ts';
import type { NewBatch, NewRound, OpenedBatch } from '../../contracts/work/batches.ts';
import type { CreditMetrics } from '../../runtime/metrics/work.ts';
import { type Plans, planNamed } from '../../runtime/plans.ts';
import { resultLifetimeMs } from '../../storage/pages.ts';
import type { Storage } from '../../storage/storage.ts';

interface Deps {
  storage: Storage;
  plans: Plans;
  metrics: CreditMetrics;
}

export function createOpenActivities({ storage, plans, metrics }: Deps) {
  /** What the account's plan allows. */
  async function limitsOf(account: string) {
    const found = await storage.accounts.find(account);
    if (!found) throw new Failure('Unauthenticated', 'The account of this key is gone.');
    const { credits, openJobs, webhooks } = planNamed(plans, found.plan);
    return { allowance: credits, openJobs, webhooks };
  }

  return {
    /** Creates the job, or returns the one that this idempotency key created before. */
    async openBatch(batch: NewBatch): Promise<OpenedBatch> {
      const { job, account, key, total, options, until, webhook, maxConcurrency, idempotency } = batch;
      const now = Date.now();
      const opened = await storage.batches.open(
        {
          _id: job,
          account,
          key,
          status: 'scraping',
          total,
          completed: 0,
          failed: 0,
          creditsUsed: 0,
          creditsBefore: 0,
          options,
          ...(webhook && { webhook }),
          ...(maxConcurrency && { maxConcurrency }),
          ...(idempotency && { idempotency }),
          frontier: 0,
          retries: 0,
          createdAt: new Date(now),
          expiresAt: new Date(now + resultLifetimeMs),
        },
        { ...(await limitsOf(account)), until },
      );
      return { job: opened._id, sameBody: opened.idempotency?.body === idempotency?.body };
    },

    /** Reopens a job for its failed pages. */
    async openRound({ job, account, round, failed }: NewRound): Promise<OpenedBatch> {
      const settled = await storage.batches.reopen(job, { round, failed, ...(await limitsOf(account)) });
      if (settled) metrics.creditsSettled(settled);
      return { job, sameBody: true };
    },
  };
}
export type OpenActivities = ReturnType<typeof createOpenActivities>;
