import type { Middleware } from 'koa';
import type { Job } from '../../../storage/jobs.ts';
import { type Packed, packNow } from '../../../storage/packed.ts';
import { known } from '../../accounts/ownJob.ts';
import { baseUrl } from '../../http/baseUrl.ts';
import type { ApiParts } from '../deps.ts';
import { encoded } from './encoded.ts';
import { pageOf } from './page.ts';

/** What a job's counters say, as every operation shows them. */
export function progressOf(job: Job) {
  return {
    id: job._id,
    status: job.status,
    total: job.total,
    completed: job.completed,
    failed: job.failed,
    creditsUsed: job.creditsUsed,
    expiresAt: job.expiresAt.toISOString(),
  };
}

/** `GET /v1/batch/scrape/{id}`: counters and items of one moment. */
export function batchStatus({ settings, storage }: ApiParts): Middleware {
  return async (ctx) => {
    const { offset, limit } = pageOf(ctx);
    const seen = await storage.batches.view(ctx['params'].id, ctx.state['account'], { offset, limit });
    const job = known(ctx, seen?.job);
    const data = seen?.items ?? [];
    const reached = offset + data.length;
    const more = data.length > 0 && reached < job.completed + job.failed;
    const next = `${baseUrl(settings)}${ctx.path}?offset=${reached}&limit=${limit}`;
    ctx.type = 'json';
    ctx.body = encoded(ctx, withData({ success: true, ...progressOf(job), ...(more && { next }) }, data));
  };
}

/** Adds `data` to an answer: items that are JSON already are put in a row, not read or written again. */
function withData(answer: object, items: readonly Packed[]): Packed[] {
  const listed = items.flatMap((item, at) => (at === 0 ? [item] : [comma, item]));
  return [packNow(`${JSON.stringify(answer).slice(0, -1)},"data":[`), ...listed, packNow(']}')];
}

const comma = packNow(',');
