import { baseUrl } from '../../../runtime/baseUrl.ts';
import type { Job } from '../../../storage/jobs.ts';
import { encoded } from '../../http/contentEncoding.ts';
import { callerOf, type Middleware, pathParameter } from '../../http/context.ts';
import { requireJob } from '../../http/ownJob.ts';
import type { ApiDeps } from '../deps.ts';
import { withData } from '../jobs/dataAnswer.ts';
import { paginationOf } from '../jobs/pagination.ts';

/** Clients read all pages of the list each time they poll: few and long ones are the least work for both sides. */
export const pageLimits = { limit: 1_000, maxBytes: 10 * 1024 * 1024 };

/** A job's counters. Pages that failed are under `/errors`, and count as completed. */
export function v2ProgressOf(job: Job) {
  return {
    status: job.status,
    total: job.total,
    completed: job.completed + job.failed,
    creditsUsed: job.creditsUsed,
    expiresAt: job.expiresAt.toISOString(),
    ...(job.warnings && { warning: job.warnings.join(' ') }),
  };
}

/** `GET /v2/batch/scrape/{id}` and the same under `/v2/crawl`. `skip` is a position, so no page is listed twice or missed. */
export function jobStatus({ settings, storage }: ApiDeps): Middleware {
  return async (ctx) => {
    const { offset: from } = paginationOf(ctx);
    const id = pathParameter(ctx, 'id');
    const view = await storage.batches.viewCompleted(id, callerOf(ctx).account, { from, ...pageLimits });
    const job = requireJob(ctx, view?.job);
    const { items = [], next } = view ?? {};
    const answer = {
      success: true,
      ...v2ProgressOf(job),
      ...(next !== undefined && { next: `${baseUrl(settings)}${ctx.path}?skip=${next}` }),
    };
    ctx.type = 'json';
    ctx.body = encoded(ctx, withData(answer, items));
  };
}
