import { randomUUID } from 'node:crypto';
import { pagePrice } from '../../../contracts/prices.ts';
import type { BatchScrapeRequest } from '../../../contracts/requests/batchScrape.ts';
import type { Webhook } from '../../../contracts/requests/webhook.ts';
import { layoutFor } from '../../../contracts/work/batchLayout.ts';
import { batchWork } from '../../../contracts/work/batchWork.ts';
import { takeUpTimeoutMs } from '../../../contracts/work/takeUp.ts';
import { baseUrl } from '../../../runtime/baseUrl.ts';
import type { Settings } from '../../../runtime/settings.ts';
import { resultLifetimeMs } from '../../../storage/pages.ts';
import { checkUrls } from '../../batches/checkUrls.ts';
import { callerOf, type Middleware } from '../../http/context.ts';
import { isRefusal } from '../../temporal/failures.ts';
import type { ApiDeps } from '../deps.ts';
import { refuseReusedKey } from '../idempotency.ts';
import { checkOptions } from '../options.ts';
import { publicUrl } from '../publicUrl.ts';

/** `POST /v1/batch/scrape`: stores the URL list, then lets the workflow open the job, so that a crash leaves no half job. */
export function createBatch({ requests, settings, storage, flows, planOf }: ApiDeps): Middleware {
  return async (ctx) => {
    const { request, idempotency } = await requests.read(ctx, 'batchScrape');
    const { urls, webhook: givenWebhook, ignoreInvalidURLs, maxConcurrency, origin: _, ...options } = request;
    const { account, requestId, key } = callerOf(ctx);
    checkOptions(options);
    const webhook = checkWebhook(givenWebhook, settings);
    const { entries, invalid, total } = await checkUrls(urls, { settings, ignoreInvalid: ignoreInvalidURLs });

    const answer = (id: string) => {
      ctx.state.job = id;
      const url = `${baseUrl(settings)}/v1/batch/scrape/${id}`;
      ctx.body = { success: true, id, url, ...(ignoreInvalidURLs && { invalidURLs: invalid }) };
    };
    const earlier = idempotency && (await storage.jobs.findByIdempotencyKey(account, idempotency.key));
    if (earlier) return earlier.idempotency?.body === idempotency.body ? answer(earlier._id) : refuseReusedKey();

    // Before anything is stored; the workflow reserves the credits, counts the open jobs and has the last word.
    const plan = await planOf(account);
    await storage.ledger.requireBalance({ account, amount: total * pagePrice, allowance: plan.credits });
    await storage.batches.requireRoom({ account, ...(webhook && { webhook }) }, plan);
    const job = randomUUID();
    ctx.state.job = job;
    const layout = layoutFor(plan, total, maxConcurrency);
    const expiresAt = new Date(Date.now() + resultLifetimeMs);
    const chunks = await storage.urls.store({
      account,
      job,
      round: 0,
      chunkSize: layout.chunkSize,
      entries,
      expiresAt,
    });
    const newBatch = {
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
    const work = batchWork({ account, requestId, job, round: 0 }, { ...layout, chunks }, newBatch);
    const opened = await flows.openBatch(work, { open: newBatch }).catch(async (error: unknown) => {
      if (isRefusal(error)) await storage.urls.remove(job, 0);
      throw error;
    });
    if (opened.job !== job) await storage.urls.remove(job, 0);
    return opened.sameBody ? answer(opened.job) : refuseReusedKey();
  };
}

function checkWebhook(given: BatchScrapeRequest['webhook'], settings: Settings): Webhook | undefined {
  if (given === undefined) return undefined;
  const webhook: Webhook = typeof given === 'string' ? { url: given } : given;
  publicUrl('webhook', webhook.url, settings);
  return webhook;
}
