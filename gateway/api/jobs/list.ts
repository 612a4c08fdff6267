import type { JobKind } from '../../../storage/jobs.ts';
import { callerOf, type Middleware } from '../../http/context.ts';
import type { ApiDeps } from '../deps.ts';
import { paginationOf } from './pagination.ts';
import { progressOf } from './status.ts';

/** `GET /v1/batch/scrape` and `GET /v1/crawl`: the account's jobs of this kind, newest first. */
export function listJobs({ storage }: ApiDeps, kind: JobKind): Middleware {
  return async (ctx) => {
    const jobs = await storage.jobs.ofAccount(callerOf(ctx).account, paginationOf(ctx), kind);
    ctx.body = {
      success: true,
      data: jobs.map((job) => ({
        ...progressOf(job),
        ...(job.crawl && { origin: job.crawl.url }),
        createdAt: job.createdAt.toISOString(),
      })),
    };
  };
}
