import { baseUrl } from '../../../runtime/baseUrl.ts';
import { checkUrls } from '../../batches/checkUrls.ts';
import type { Middleware } from '../../http/context.ts';
import type { ApiDeps } from '../deps.ts';
import { checkOptions } from '../options.ts';
import { checkWebhook, openJob } from './openJob.ts';

/** `POST /v1/batch/scrape`: reads a list of pages. */
export function createBatch(deps: ApiDeps): Middleware {
  const { requests, settings } = deps;
  return async (ctx) => {
    const { request, idempotency } = await requests.read(ctx, 'batchScrape');
    const { urls, webhook: givenWebhook, ignoreInvalidURLs, maxConcurrency, origin: _, ...options } = request;
    checkOptions(options, settings);
    const webhook = checkWebhook(givenWebhook, settings);
    const { entries, invalid, total } = await checkUrls(urls, { settings, ignoreInvalid: ignoreInvalidURLs });
    const id = await openJob(deps, ctx, {
      total,
      maxPages: total,
      entries,
      options,
      webhook,
      idempotency,
      ...(maxConcurrency && { maxConcurrency }),
    });
    ctx.state.job = id;
    const url = `${baseUrl(settings)}/v1/batch/scrape/${id}`;
    ctx.body = { success: true, id, url, ...(ignoreInvalidURLs && { invalidURLs: invalid }) };
  };
}
