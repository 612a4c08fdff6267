import { robotsDisallow } from '../../../contracts/failures.ts';
import type { Middleware } from '../../http/context.ts';
import { ownJob } from '../../http/ownJob.ts';
import type { ApiDeps } from '../deps.ts';

/** `GET /v1/batch/scrape/{id}/errors`: the URLs that failed, and why. */
export function batchErrors({ storage }: ApiDeps): Middleware {
  return async (ctx) => {
    const job = await ownJob(ctx, storage);
    const failures = await storage.pages.failures(job._id);
    ctx.body = {
      success: true,
      errors: failures.map(({ index, url, error, settledAt }) => ({
        id: `${job._id}:${index}`,
        timestamp: settledAt.toISOString(),
        url,
        error,
      })),
      robotsBlocked: failures.filter(({ error }) => error === robotsDisallow).map(({ url }) => url),
    };
  };
}
