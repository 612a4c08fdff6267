import { Failure } from '../../contracts/failures.ts';
import type { Job } from '../../storage/jobs.ts';
import type { Storage } from '../../storage/storage.ts';
import { type Context, callerOf, pathParameter } from './context.ts';

type JobContext = Pick<Context, 'params' | 'state'>;

/** The caller's job with the id in the path. The job of another account is treated as unknown. */
export async function ownJob(ctx: JobContext, { jobs }: Pick<Storage, 'jobs'>): Promise<Job> {
  return requireJob(ctx, await jobs.findOwn(pathParameter(ctx, 'id'), callerOf(ctx).account));
}

export function requireJob(ctx: JobContext, job: Job | null | undefined): Job {
  if (!job)
    throw new Failure('NotFound', `There is no job ${pathParameter(ctx, 'id')}; results are kept for 24 hours.`);
  ctx.state.job = job._id;
  return job;
}
