import { Failure } from '../../../contracts/failures.ts';
import { maxPagePrice } from '../../../contracts/prices.ts';
import { layoutFor } from '../../../contracts/work/batchLayout.ts';
import { batchWork } from '../../../contracts/work/batchWork.ts';
import type { Job } from '../../../storage/jobs.ts';
import { resultLifetimeMs } from '../../../storage/pages.ts';
import { callerOf, type Middleware } from '../../http/context.ts';
import { ownJob } from '../../http/ownJob.ts';
import { isRefusal } from '../../temporal/failures.ts';
import type { ApiDeps } from '../deps.ts';
import { progressOf } from './status.ts';

/** `POST /v1/batch/scrape/{id}/retry` and the same under `/v1/crawl`: the failed URLs again, in the same job. */
export function retryJob({ storage, flows, planOf }: ApiDeps): Middleware {
  return async (ctx) => {
    const job = await ownJob(ctx, storage);
    if (job.status === 'scraping')
      throw new Failure('Conflict', 'The job is still running; its failed URLs can be retried when it has ended.');
    const failures = await storage.pages.failures(job._id);
    if (failures.length === 0) throw new Failure('Conflict', 'None of the URLs of this job has failed.');

    const { account, requestId } = callerOf(ctx);
    const plan = await planOf(account);
    await storage.ledger.requireBalance({
      account,
      amount: failures.length * maxPagePrice(job.options),
      allowance: plan.credits,
    });
    await storage.batches.requireRoom(job, plan);
    const round = { account, requestId, job: job._id, round: job.retries + 1 };
    const layout = layoutFor(plan, failures.length, job.maxConcurrency);
    const chunks = await storage.urls.store({
      account,
      job: job._id,
      round: round.round,
      chunkSize: layout.chunkSize,
      entries: failures.map(({ index, requestedUrl }) => ({ index, url: requestedUrl })),
      expiresAt: new Date(Date.now() + resultLifetimeMs),
    });
    const work = batchWork(round, { ...layout, chunks }, inRound(job));
    await flows.openBatch(work, { reopen: { ...round, failed: failures.length } }).catch(async (error: unknown) => {
      if (isRefusal(error)) await storage.urls.remove(job._id, round.round);
      throw error;
    });
    ctx.body = { success: true, ...progressOf(await ownJob(ctx, storage)) };
  };
}

/** The round's part of a crawl's frontier begins where it ends now. */
function inRound({ crawl, total, ...job }: Job): Job {
  return { ...job, total, ...(crawl && { crawl: { ...crawl, firstPosition: total } }) };
}
