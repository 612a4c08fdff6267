import { randomUUID } from 'node:crypto';
import { type BrandingRequest, brandingRequestSchema } from '../../contracts/requests/branding.ts';
import { asked } from '../../contracts/results/branding.ts';
import { readJson } from '../http/body.ts';
import type { ApiParts } from './deps.ts';
import { publicUrl } from './publicUrl.ts';
import type { ApiRouter } from './router.ts';
import { validator } from './validate.ts';

const bodyLimit = 1024 * 1024;

/** `POST /v1/branding`: a site's branding profile, while the caller waits. */
export function brandingRoute(router: ApiRouter, { key, turn, settings, storage, flows }: ApiParts) {
  const check = validator<BrandingRequest>(brandingRequestSchema);
  router.post('/v1/branding', key, turn, async (ctx) => {
    const { url, fields = [] } = check(await readJson(ctx, bodyLimit));
    const { account, requestId } = ctx.state;
    const job = randomUUID();
    ctx.state['job'] = job;
    const work = { job, account, requestId, url: publicUrl('url', url, settings), fields };
    await flows.run(ctx, 'branding', `branding-${job}`, work);
    const found = await storage.profiles.find(job);
    if (!found) throw new Error(`profile ${job} is not there`);
    const { profile, warning } = found;
    ctx.body = { data: asked(profile, fields), ...(warning !== undefined && { warning }) };
  });
}
