import { Failure } from '../../../contracts/failures.ts';
import type { Middleware } from '../../http/context.ts';
import { ownJob } from '../../http/ownJob.ts';
import type { ApiDeps } from '../deps.ts';
import { progressOf } from './status.ts';

/** `DELETE /v1/batch/scrape/{id}` and the same under `/v1/crawl`: from now on nothing is added to the job; its running pages stop within seconds. */
export function cancelJob({ storage, flows }: ApiDeps): Middleware {
  return async (ctx) => {
    const job = await ownJob(ctx, storage);
    const ended = (await storage.batches.cancel(job._id)) ?? (await ownJob(ctx, storage));
    if (ended.status !== 'cancelled')
      throw new Failure('Conflict', `The job has already ended: it is ${ended.status}.`);
    await flows.cancelBatch(job._id, ended.retries);
    ctx.body = { success: true, ...progressOf(ended) };
  };
}
