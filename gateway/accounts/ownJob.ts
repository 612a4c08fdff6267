import type { Context } from 'koa';
import { Failure } from '../../contracts/failures.ts';
import type { Job } from '../../storage/jobs.ts';
import type { Storage } from '../../storage/storage.ts';

/** The caller's job of that id. A foreign one is as unknown as one that never was. */
export async function ownJob(ctx: Context, { jobs }: Pick<Storage, 'jobs'>): Promise<Job> {
  const job = await jobs.findOwn(ctx['params'].id, ctx.state['account']);
  return known(ctx, job);
}

export function known(ctx: Context, job: Job | null | undefined): Job {
  if (!job) throw new Failure('NotFound', `There is no job ${ctx['params'].id}; results are kept for 24 hours.`);
  ctx.state['job'] = job._id;
  return job;
}
