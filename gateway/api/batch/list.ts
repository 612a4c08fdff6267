import type { Middleware } from 'koa';
import type { ApiParts } from '../deps.ts';
import { pageOf } from './page.ts';
import { progressOf } from './status.ts';

/** `GET /v1/batch/scrape`: the account's jobs, newest first. */
export function listBatches({ storage }: ApiParts): Middleware {
  return async (ctx) => {
    const jobs = await storage.jobs.ofAccount(ctx.state['account'], pageOf(ctx));
    ctx.body = {
      success: true,
      data: jobs.map((job) => ({ ...progressOf(job), createdAt: job.createdAt.toISOString() })),
    };
  };
}
