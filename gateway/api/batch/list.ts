import { callerOf, type Middleware } from '../../http/context.ts';
import type { ApiDeps } from '../deps.ts';
import { paginationOf } from './pagination.ts';
import { progressOf } from './status.ts';

/** `GET /v1/batch/scrape`: the account's jobs, newest first. */
export function listBatches({ storage }: ApiDeps): Middleware {
  return async (ctx) => {
    const jobs = await storage.jobs.ofAccount(callerOf(ctx).account, paginationOf(ctx));
    ctx.body = {
      success: true,
      data: jobs.map((job) => ({ ...progressOf(job), createdAt: job.createdAt.toISOString() })),
    };
  };
}
