import { randomUUID } from 'node:crypto';
import { maxPagePrice } from '../../../contracts/prices.ts';
import type { Webhook } from '../../../contracts/requests/webhook.ts';
import type { NewBatch } from '../../../contracts/work/batches.ts';
import { layoutFor } from '../../../contracts/work/batchLayout.ts';
import { batchWork } from '../../../contracts/work/batchWork.ts';
import { takeUpTimeoutMs } from '../../../contracts/work/takeUp.ts';
import type { Settings } from '../../../runtime/settings.ts';
import { resultLifetimeMs } from '../../../storage/pages.ts';
import type { UrlEntry } from '../../../storage/urls.ts';
import { type Context, callerOf } from '../../http/context.ts';
import { isRefusal } from '../../temporal/failures.ts';
import type { ApiDeps } from '../deps.ts';
import { type Idempotency, refuseOtherBody, refuseReusedKey } from '../idempotency.ts';
import { publicUrl } from '../publicUrl.ts';

interface JobToOpen extends Pick<NewBatch, 'total' | 'options' | 'maxConcurrency' | 'crawl'> {
  /** The most pages that it may come to read. */
  maxPages: number;
  /** The list of a batch. */
  entries?: readonly UrlEntry[];
  webhook: Webhook | undefined;
  idempotency: Idempotency | undefined;
}

/**
 * Opens a job, or finds the one that this idempotency key has opened before, and resolves to its id. The URL list is stored
 * first, then the workflow opens the job, so that a crash leaves no half job.
 */
export async function openJob({ storage, flows, planOf }: ApiDeps, ctx: Context, asked: JobToOpen): Promise<string> {
  const { account, requestId, key } = callerOf(ctx);
  const { total, maxPages, entries, options, webhook, maxConcurrency, idempotency, crawl } = asked;
  const earlier = idempotency && (await storage.jobs.findByIdempotencyKey(account, idempotency.key));
  if (earlier) {
    refuseOtherBody(earlier.idempotency?.body, idempotency);
    return earlier._id;
  }

  // Before anything is stored; the workflow reserves the credits, counts the open jobs and has the last word.
  const plan = await planOf(account);
  await storage.ledger.requireBalance({ account, amount: total * maxPagePrice(options), allowance: plan.credits });
  await storage.batches.requireRoom({ account, ...(webhook && { webhook }) }, plan);
  const job = randomUUID();
  ctx.state.job = job;
  const layout = layoutFor(plan, maxPages, maxConcurrency);
  const expiresAt = new Date(Date.now() + resultLifetimeMs);
  const list = entries && { account, job, round: 0, chunkSize: layout.chunkSize, entries, expiresAt };
  const chunks = list ? await storage.urls.store(list) : 0;
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
    ...(crawl && { crawl }),
  };
  const work = batchWork({ account, requestId, job, round: 0 }, { ...layout, chunks }, newBatch);
  const opened = await flows.openBatch(work, { open: newBatch }).catch(async (error: unknown) => {
    if (isRefusal(error)) await storage.urls.remove(job, 0);
    throw error;
  });
  if (opened.job !== job) await storage.urls.remove(job, 0);
  return opened.sameBody ? opened.job : refuseReusedKey();
}

/** The webhook of a request, checked by its address. */
export function checkWebhook(given: string | Webhook | undefined, settings: Settings): Webhook | undefined {
  if (given === undefined) return undefined;
  const webhook: Webhook = typeof given === 'string' ? { url: given } : given;
  publicUrl('webhook', webhook.url, settings);
  return webhook;
}
