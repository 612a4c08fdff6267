import { Failure } from '../../../contracts/failures.ts';
import { baseUrl } from '../../../runtime/baseUrl.ts';
import type { Job } from '../../../storage/jobs.ts';
import { encoded } from '../../http/contentEncoding.ts';
import { callerOf, type Middleware, pathParameter } from '../../http/context.ts';
import { requireJob } from '../../http/ownJob.ts';
import type { ApiDeps } from '../deps.ts';
import { withData } from './dataAnswer.ts';
import { paginationOf } from './pagination.ts';
import { fittingCursor, parseCursor } from './seenPages.ts';

/** A job's counters, as every operation shows them. */
export function progressOf(job: Job) {
  return {
    id: job._id,
    status: job.status,
    total: job.total,
    completed: job.completed,
    failed: job.failed,
    creditsUsed: job.creditsUsed,
    expiresAt: job.expiresAt.toISOString(),
    ...(job.warnings && { warning: job.warnings.join(' ') }),
  };
}

/** `GET /v1/batch/scrape/{id}` and the same under `/v1/crawl`: counters and items as of one moment. */
export function jobStatus({ settings, storage }: ApiDeps): Middleware {
  const unseen = unseenPages(storage);
  return async (ctx, next) => {
    const cursor = ctx.query['cursor'];
    if (cursor !== undefined) return unseen(ctx, next);
    const { offset, limit } = paginationOf(ctx);
    const view = await storage.batches.view(pathParameter(ctx, 'id'), callerOf(ctx).account, { offset, limit });
    const job = requireJob(ctx, view?.job);
    const items = view?.items ?? [];
    const end = offset + items.length;
    const hasMore = items.length > 0 && end < job.completed + job.failed;
    const nextUrl = `${baseUrl(settings)}${ctx.path}?offset=${end}&limit=${limit}`;
    ctx.type = 'json';
    ctx.body = encoded(ctx, withData({ success: true, ...progressOf(job), ...(hasMore && { next: nextUrl }) }, items));
  };
}

/** With `?cursor=`: the pages that have settled since the answer that gave the cursor, whatever their position. */
function unseenPages({ batches }: ApiDeps['storage']): Middleware {
  return async (ctx) => {
    const { limit } = paginationOf(ctx);
    if (ctx.query['offset'] !== undefined)
      throw new Failure('InvalidRequest', '`offset` and `cursor` contradict each other.');
    const seen = parseCursor(String(ctx.query['cursor']));
    const range = { positions: seen.gaps, from: seen.end, limit };
    const view = await batches.viewUnseen(pathParameter(ctx, 'id'), callerOf(ctx).account, range);
    const job = requireJob(ctx, view?.job);
    const pages = view?.pages ?? [];
    const positions = pages.map(({ index }) => index);
    const { cursor, count } = fittingCursor(seen, { positions, isRunning: job.status === 'scraping' });
    const items = pages.slice(0, count).map(({ item }) => item);
    ctx.type = 'json';
    ctx.body = encoded(ctx, withData({ success: true, ...progressOf(job), cursor }, items));
  };
}
