import type { Page, PageChange } from './api.ts';
import { WebhookError } from './errors.ts';

/**
 * What a webhook receives: an event of a job, or a change that a monitor has found.
 *
 * @example
 * ```ts
 * import type { WebhookEvent } from '@sightread/client';
 *
 * const nameOf = (event: WebhookEvent) => `${event.type} of ${event.id}`;
 * console.log(nameOf({ success: true, type: 'crawl.started', id: '1', data: [], metadata: {} })); // crawl.started of 1
 * ```
 */
export interface WebhookEvent {
  success: boolean;
  /** `batch_scrape.` or `crawl.` with `started`, `page`, `completed`, `failed` or `cancelled`; or `monitor.page`. */
  type: string;
  /** The job or monitor. */
  id: string;
  /** The run of the monitor. */
  run?: string;
  /** The page, for `page`; else empty. */
  data: (Page & Partial<PageChange>)[];
  /** The counters come with the end of a job. */
  total?: number;
  completed?: number;
  failed?: number;
  creditsUsed?: number;
  error?: string;
  /** What the webhook was created with. */
  metadata: Record<string, unknown>;
}

/**
 * An event as it came in.
 *
 * @example
 * ```ts
 * import { type ReceivedWebhook, verifyWebhook } from '@sightread/client';
 *
 * const received: ReceivedWebhook = { body: '{}', signature: '', secret: 'the webhook secret of the key' };
 * await verifyWebhook(received).catch((error) => console.log(error.message));
 * ```
 */
export interface ReceivedWebhook {
  /** The body as it was sent, not parsed. */
  body: string;
  /** The header `X-Sightread-Webhook-Signature`. */
  signature: string;
  /** The webhook secret of the key, from its page in the dashboard. */
  secret: string;
  /** How old an event may be, so that nobody can send a recorded one again. Default: 300. */
  toleranceSeconds?: number;
}

const signatureForm = /^t=(\d+),v1=([0-9a-f]{64})$/;

/**
 * Makes sure that an event is from Sightread and new, and returns it. Rejects with a `WebhookError` if it is not.
 *
 * @example
 * ```ts
 * import { createServer } from 'node:http';
 * import { text } from 'node:stream/consumers';
 * import { verifyWebhook } from '@sightread/client';
 *
 * const receiver = createServer(async (request, response) => {
 *   try {
 *     const signature = String(request.headers['x-sightread-webhook-signature']);
 *     const event = await verifyWebhook({ body: await text(request), signature, secret: 'the webhook secret' });
 *     console.log(event.type);
 *     response.end();
 *   } catch {
 *     response.writeHead(401).end();
 *   }
 * });
 * receiver.listen(0).close();
 * ```
 */
export async function verifyWebhook(received: ReceivedWebhook): Promise<WebhookEvent> {
  const { body, signature, secret, toleranceSeconds = 300 } = received;
  const [, time = '', digest = ''] = signatureForm.exec(signature) ?? [];
  if (digest === '') throw new WebhookError('The signature is missing or malformed.');
  if (Math.abs(Date.now() / 1_000 - Number(time)) > toleranceSeconds)
    throw new WebhookError('The event is too old, or the clocks differ.');
  const encoder = new TextEncoder();
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['verify']);
  const bytes = Uint8Array.from(digest.match(/../g) ?? [], (hex) => Number.parseInt(hex, 16));
  // Compares in constant time.
  if (!(await crypto.subtle.verify('HMAC', key, bytes, encoder.encode(`${time}.${body}`))))
    throw new WebhookError('The signature does not belong to this body and secret.');
  return JSON.parse(body);
}
