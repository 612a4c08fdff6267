import { randomUUID } from 'node:crypto';
import { type BrandingRequest, brandingRequestSchema } from '../../contracts/requests/branding.ts';
import { pickFields } from '../../contracts/results/branding.ts';
import { brandingWorkflowId } from '../../contracts/work/ids.ts';
import { readJson } from '../http/body.ts';
import { callerOf } from '../http/context.ts';
import type { ApiDeps } from './deps.ts';
import { publicUrl } from './publicUrl.ts';
import type { ApiRouter } from './router.ts';
import { storedResult } from './storedResult.ts';
import { validator } from './validate.ts';

const maxBodyBytes = 1024 * 1024;

/** `POST /v1/branding`: a site's branding profile, while the caller waits. */
export function brandingRoute(
  router: ApiRouter,
  { authenticate, limitConcurrency, settings, storage, flows }: ApiDeps,
): void {
  const validate = validator<BrandingRequest>(brandingRequestSchema);
  router.post('/v1/branding', authenticate, limitConcurrency, async (ctx) => {
    const { url, fields = [] } = validate(await readJson(ctx, maxBodyBytes));
    const { account, requestId } = callerOf(ctx);
    const job = randomUUID();
    ctx.state.job = job;
    const work = { job, account, requestId, url: publicUrl('url', url, settings), fields };
    await flows.run(ctx.res, 'branding', brandingWorkflowId(job), work);
    const { profile, warning } = storedResult(await storage.profiles.find(job), job);
    ctx.body = { data: pickFields(profile, fields), ...(warning !== undefined && { warning }) };
  });
}
