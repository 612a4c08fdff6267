import { createHash, randomUUID } from 'node:crypto';
import type { Middleware } from 'koa';
import { Failure } from '../../../contracts/failures.ts';
import { type BatchScrapeRequest, batchScrapeRequestSchema } from '../../../contracts/requests/batchScrape.ts';
import type { Webhook } from '../../../contracts/requests/webhook.ts';
import { takeUpTimeoutMs } from '../../../contracts/work/takeUp.ts';
import type { Settings } from '../../../runtime/settings.ts';
import { resultsLifeMs } from '../../../storage/pages.ts';
import { baseUrl } from '../../http/baseUrl.ts';
import { readJson } from '../../http/body.ts';
import { planFor } from '../../temporal/batchLayout.ts';
import type { ApiParts } from '../deps.ts';
import { idempotencyKey } from '../idempotency.ts';
import { checkOptions } from '../options.ts';
import { publicUrl } from '../publicUrl.ts';
import { validator } from '../validate.ts';
import { sortUrls } from './urls.ts';

const bodyLimit = 16 * 1024 * 1024;

/** `POST /v1/batch/scrape`: stores the URL list, then lets the workflow open the job, so that a crash leaves no half of it. */
export function createBatch({ settings, plans, storage, flows }: ApiParts): Middleware {
  const check = validator<BatchScrapeRequest>(batchScrapeRequestSchema);
  return async (ctx) => {
    const request = check(await readJson(ctx, bodyLimit));
    const { urls, webhook: hook, ignoreInvalidURLs, maxConcurrency, origin: _, ...options } = request;
    const { account, requestId, key } = ctx.state;
    const { browserOnly } = checkOptions(options);
    const webhook = checkWebhook(hook, settings);
    const { entries, invalid, total } = await sortUrls(urls, { settings, ignoreInvalid: ignoreInvalidURLs });

    const again = idempotencyKey(ctx);
    const idempotency = again && {
      key: again,
      body: createHash('sha256').update(JSON.stringify(request)).digest('hex'),
    };
    const earlier = idempotency && (await storage.jobs.findByIdempotencyKey(account, idempotency.key));
    if (earlier) {
      answer(earlier._id, earlier.idempotency?.body === idempotency.body);
      return;
    }

    const job = randomUUID();
    ctx.state['job'] = job;
    const plan = await planFor({ account, maxConcurrency }, total, { storage, plans });
    const expiresAt = new Date(Date.now() + resultsLifeMs);
    const chunks = await storage.urls.store({ job, round: 0, chunkSize: plan.chunkSize, entries, expiresAt });
    const batch = {
      account,
      requestId,
      job,
      round: 0,
      chunks,
      ...plan,
      pageTimeoutMs: options.timeout,
      browserOnly,
      webhook: webhook !== undefined,
    };
    const open = {
      account,
      requestId,
      job,
      key,
      total,
      options,
      until: Date.now() + takeUpTimeoutMs,
      ...(webhook && { webhook }),
      ...(maxConcurrency && { maxConcurrency }),
      ...(idempotency && { idempotency }),
    };
    const opened = await flows.openBatch(batch, { open });
    answer(opened.job, opened.sameBody);

    function answer(id: string, sameBody: boolean) {
      if (!sameBody) throw new Failure('Conflict', 'This Idempotency-Key was used before with another body.');
      ctx.state['job'] = id;
      const url = `${baseUrl(settings)}/v1/batch/scrape/${id}`;
      ctx.body = { success: true, id, url, ...(ignoreInvalidURLs && { invalidURLs: invalid }) };
    }
  };
}

function checkWebhook(hook: BatchScrapeRequest['webhook'], settings: Settings): Webhook | undefined {
  if (hook === undefined) return undefined;
  const webhook: Webhook = typeof hook === 'string' ? { url: hook } : hook;
  publicUrl('webhook', webhook.url, settings);
  return webhook;
}
