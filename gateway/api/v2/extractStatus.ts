import type { JobStatus } from '../../../storage/jobs.ts';
import type { Middleware } from '../../http/context.ts';
import { ownJob } from '../../http/ownJob.ts';
import type { ApiDeps } from '../deps.ts';
import { mergeData } from './mergeData.ts';

const statusWords = {
  scraping: 'processing',
  completed: 'completed',
  failed: 'failed',
  cancelled: 'cancelled',
} as const satisfies Record<JobStatus, string>;

/** `GET /v2/extract/{id}`: the data of all pages as one, once they are all read. */
export function extractStatus({ storage }: ApiDeps): Middleware {
  return async (ctx) => {
    const job = await ownJob(ctx, storage);
    const answer = {
      status: statusWords[job.status],
      expiresAt: job.expiresAt.toISOString(),
      creditsUsed: job.creditsUsed,
    };
    if (job.status === 'scraping') {
      ctx.body = { success: true, ...answer };
      return;
    }
    const found: unknown[] = [];
    const problems = new Set<string>();
    for await (const { item } of storage.pages.items(job._id)) {
      if (item.json !== undefined) found.push(item.json);
      for (const problem of [item.error, item.warning]) if (problem) problems.add(`${item.url}: ${problem}`);
    }
    const words = [...problems].slice(0, maxProblems).join(' ');
    if (found.length === 0) {
      ctx.body = { success: false, ...answer, status: 'failed', error: words || 'No data was found.' };
      return;
    }
    ctx.body = { success: true, ...answer, data: found.reduce(mergeData), ...(words && { warning: words }) };
  };
}

/** An answer names only so many pages. */
const maxProblems = 20;
