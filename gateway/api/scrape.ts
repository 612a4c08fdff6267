import { randomUUID } from 'node:crypto';
import { type ScrapeRequest, scrapeRequestSchema } from '../../contracts/requests/scrape.ts';
import { scrapeWorkflowId } from '../../contracts/work/ids.ts';
import { readJson } from '../http/body.ts';
import { callerOf } from '../http/context.ts';
import type { ApiDeps } from './deps.ts';
import { checkOptions } from './options.ts';
import { publicUrl } from './publicUrl.ts';
import type { ApiRouter } from './router.ts';
import { storedResult } from './storedResult.ts';
import { validator } from './validate.ts';

const maxBodyBytes = 1024 * 1024;

/** `POST /v1/scrape`: one page, while the caller waits. */
export function scrapeRoute(
  router: ApiRouter,
  { authenticate, limitConcurrency, settings, storage, flows }: ApiDeps,
): void {
  const validate = validator<ScrapeRequest>(scrapeRequestSchema);
  router.post('/v1/scrape', authenticate, limitConcurrency, async (ctx) => {
    const { url, origin: _, ...options } = validate(await readJson(ctx, maxBodyBytes));
    const { account, requestId } = callerOf(ctx);
    const job = randomUUID();
    ctx.state.job = job;
    const work = {
      job,
      index: 0,
      account,
      requestId,
      url: publicUrl('url', url, settings),
      options,
      ...checkOptions(options),
    };
    await flows.run(ctx.res, 'scrapePage', scrapeWorkflowId(job), work);
    ctx.body = { success: true, data: storedResult(await storage.pages.find(job, 0), job) };
  });
}
