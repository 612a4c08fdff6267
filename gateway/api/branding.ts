import { randomUUID } from 'node:crypto';
import { pickFields } from '../../contracts/results/branding.ts';
import { brandingWorkflowId } from '../../contracts/work/ids.ts';
import { callerOf } from '../http/context.ts';
import type { ApiDeps } from './deps.ts';
import { publicUrl } from './publicUrl.ts';
import type { ApiRouter } from './router.ts';
import { storedResult } from './storedResult.ts';

/** `POST /v1/branding`: a site's branding profile, while the caller waits. */
export function brandingRoute(
  router: ApiRouter,
  { authenticate, limitConcurrency, requests, settings, storage, flows }: ApiDeps,
): void {
  router.post('/v1/branding', authenticate, limitConcurrency, async (ctx) => {
    const { request } = await requests.read(ctx, 'branding');
    const { url, fields = [] } = request;
    const { account, requestId } = callerOf(ctx);
    const job = randomUUID();
    ctx.state.job = job;
    const work = { job, account, requestId, url: publicUrl('url', url, settings), fields };
    await flows.run(ctx.res, 'branding', brandingWorkflowId(job), work);
    const { profile, warning } = storedResult(await storage.profiles.find(job), job);
    ctx.body = { data: pickFields(profile, fields), ...(warning !== undefined && { warning }) };
  });
}
