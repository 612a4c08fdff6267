import { randomUUID } from 'node:crypto';
import { Failure } from '../../../contracts/failures.ts';
import { pagePrice } from '../../../contracts/prices.ts';
import { type BatchScrapeRequest, batchScrapeRequestSchema } from '../../../contracts/requests/batchScrape.ts';
import { maxWebhookMetadataBytes, maxWebhookMetadataDepth, type Webhook } from '../../../contracts/requests/webhook.ts';
import { takeUpTimeoutMs } from '../../../contracts/work/takeUp.ts';
import type { Settings } from '../../../runtime/settings.ts';
import { resultLifetimeMs } from '../../../storage/pages.ts';
import { checkUrls } from '../../batches/checkUrls.ts';
import { layoutFor } from '../../batches/layout.ts';
import { batchWork } from '../../batches/work.ts';
import { baseUrl } from '../../http/baseUrl.ts';
import { readJson } from '../../http/body.ts';
import { callerOf, type Middleware } from '../../http/context.ts';
import { isDeeperThan } from '../../http/jsonDepth.ts';
import { isRefusal } from '../../temporal/failures.ts';
import type { ApiDeps } from '../deps.ts';
import { idempotencyOf, refuseReusedKey } from '../idempotency.ts';
import { checkOptions } from '../options.ts';
import { publicUrl } from '../publicUrl.ts';
import { validator } from '../validate.ts';

const maxBodyBytes = 16 * 1024 * 1024;

/** `POST /v1/batch/scrape`: stores the URL list, then lets the workflow open the job, so that a crash leaves no half job. */
export function createBatch({ settings, storage, flows, planOf }: ApiDeps): Middleware {
  const validate = validator<BatchScrapeRequest>(batchScrapeRequestSchema);
  return async (ctx) => {
    const request = validate(await readJson(ctx, maxBodyBytes));
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
    const idempotency = idempotencyOf(ctx, request);
    const earlier = idempotency && (await storage.jobs.findByIdempotencyKey(account, idempotency.key));
    if (earlier) return earlier.idempotency?.body === idempotency.body ? answer(earlier._id) : refuseReusedKey();

    // Before anything is stored; the workflow reserves the credits and has the last word.
    const plan = await planOf(account);
    await storage.ledger.requireBalance({ account, amount: total * pagePrice, allowance: plan.credits });
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
  const metadata = JSON.stringify(webhook.metadata ?? {});
  if (Buffer.byteLength(metadata) > maxWebhookMetadataBytes)
    throw new Failure('InvalidRequest', `\`webhook.metadata\` is larger than ${maxWebhookMetadataBytes / 1024} KiB.`);
  if (isDeeperThan(webhook.metadata, maxWebhookMetadataDepth))
    throw new Failure(
      'InvalidRequest',
      `\`webhook.metadata\` is nested deeper than ${maxWebhookMetadataDepth} levels.`,
    );
  // The database driver gives this key a meaning of its own.
  if (metadata.includes('"_bsontype":'))
    throw new Failure('InvalidRequest', '`webhook.metadata` may not have a field `_bsontype`.');
  return webhook;
}
