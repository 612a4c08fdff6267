import type { Middleware } from 'koa';
import { Failure } from '../../../contracts/failures.ts';
import { browserOnly } from '../../../contracts/requests/browserOnly.ts';
import { resultsLifeMs } from '../../../storage/pages.ts';
import { ownJob } from '../../accounts/ownJob.ts';
import { planFor } from '../../temporal/batchLayout.ts';
import type { ApiParts } from '../deps.ts';
import { progressOf } from './status.ts';

/** `POST /v1/batch/scrape/{id}/retry`: the failed URLs again, in the same job. */
export function retryBatch({ plans, storage, flows }: ApiParts): Middleware {
  return async (ctx) => {
    const job = await ownJob(ctx, storage);
    if (job.status === 'scraping')
      throw new Failure('Conflict', 'The job is still running; its failed URLs can be retried when it has ended.');
    const failures = await storage.pages.failures(job._id);
    if (failures.length === 0) throw new Failure('Conflict', 'None of the URLs of this job has failed.');

    const { account, requestId } = ctx.state;
    const round = job.retries + 1;
    const plan = await planFor(job, failures.length, { storage, plans });
    const entries = failures.map(({ index, url }) => ({ index, url }));
    const expiresAt = new Date(Date.now() + resultsLifeMs);
    const chunks = await storage.urls.store({ job: job._id, round, chunkSize: plan.chunkSize, entries, expiresAt });
    const batch = {
      account,
      requestId,
      job: job._id,
      round,
      chunks,
      ...plan,
      pageTimeoutMs: job.options.timeout,
      browserOnly: browserOnly(job.options),
      webhook: job.webhook !== undefined,
    };
    await flows.openBatch(batch, { reopen: { account, requestId, job: job._id, round, failed: failures.length } });
    ctx.body = { success: true, ...progressOf(await ownJob(ctx, storage)) };
  };
}
