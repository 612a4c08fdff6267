import { randomUUID } from 'node:crypto';
import { scrapeWorkflowId } from '../../contracts/work/ids.ts';
import { compressSync } from '../../storage/concatenableGzip.ts';
import { encoded } from '../http/contentEncoding.ts';
import { callerOf } from '../http/context.ts';
import type { ApiDeps } from './deps.ts';
import { checkOptions } from './options.ts';
import { publicUrl } from './publicUrl.ts';
import type { ApiRouter } from './router.ts';
import { storedResult } from './storedResult.ts';

const before = compressSync('{"success":true,"data":');
const after = compressSync('}');

/** `POST /v1/scrape`: one page, while the caller waits. */
export function scrapeRoute(
  router: ApiRouter,
  { authenticate, limitConcurrency, requests, settings, storage, flows }: ApiDeps,
): void {
  router.post('/v1/scrape', authenticate, limitConcurrency, async (ctx) => {
    const { request } = await requests.read(ctx, 'scrape');
    const { url, origin: _, ...options } = request;
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
    const item = storedResult(await storage.pages.content(job, 0), job);
    ctx.type = 'json';
    ctx.body = encoded(ctx, [before, item, after]);
  });
}
