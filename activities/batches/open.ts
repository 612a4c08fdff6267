import { shownUrl } from '../../contracts/egress/url.ts';
import { accountGone, Failure } from '../../contracts/failures.ts';
import type { NewBatch, NewRound, OpenedBatch } from '../../contracts/work/batches.ts';
import type { NewCrawl } from '../../contracts/work/crawl.ts';
import type { CreditMetrics } from '../../runtime/metrics/work.ts';
import { type Plans, planNamed } from '../../runtime/plans.ts';
import type { FoundUrl } from '../../storage/crawlFrontier.ts';
import type { JobCrawl } from '../../storage/jobs.ts';
import { resultLifetimeMs } from '../../storage/pages.ts';
import type { Storage } from '../../storage/storage.ts';
import { crawlKeyOf } from '../crawl/crawlScope.ts';

interface Deps {
  storage: Storage;
  plans: Plans;
  metrics: CreditMetrics;
}

export function createOpenActivities({ storage, plans, metrics }: Deps) {
  /** What the account's plan allows. */
  async function limitsOf(account: string) {
    const found = await storage.accounts.find(account);
    if (!found) throw new Failure('Unauthenticated', accountGone);
    const { credits, openJobs, webhooks } = planNamed(plans, found.plan);
    return { allowance: credits, openJobs, webhooks };
  }

  return {
    /** Creates the job, or returns the one that this idempotency key created before. */
    async openBatch(batch: NewBatch): Promise<OpenedBatch> {
      const { job, account, key, total, options, until, webhook, maxConcurrency, idempotency, crawl } = batch;
      const limits = await limitsOf(account);
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
          ...(crawl && { crawl: newCrawl(crawl, limits.allowance) }),
          frontier: 0,
          retries: 0,
          createdAt: new Date(now),
          expiresAt: new Date(now + resultLifetimeMs),
        },
        { ...limits, until, start: crawl && startOf(crawl) },
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
function newCrawl({ url, options }: NewCrawl, allowance: number | null): JobCrawl {
  return { url: shownUrl(url), options, allowance, firstPosition: 0 };
}

/** The first URL of a crawl, as its caller wrote it. */
function startOf({ url, options }: NewCrawl): FoundUrl {
  const key = crawlKeyOf(new URL(url), options);
  if (key === undefined) throw new Failure('InvalidRequest', '`url`: it is too long.');
  return { key, url, depth: 0 };
}

export type OpenActivities = ReturnType<typeof createOpenActivities>;
