import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../../contracts/failures.ts';
import type { WebhookMetrics } from '../../runtime/metrics/work.ts';
import type { Event } from '../../storage/events.ts';
import type { Job } from '../../storage/jobs.ts';
import type { Storage } from '../../storage/storage.ts';
import type { Fetcher } from '../egress/fetch.ts';

interface Deps {
  storage: Pick<Storage, 'jobs' | 'keys' | 'pages' | 'events'>;
  fetcher: Fetcher;
  metrics: WebhookMetrics;
}

export type DeliverDue = (job: string, signal: AbortSignal) => Promise<{ nextInMs?: number }>;

/** One activity polls for about this long, so that a running batch costs few workflow events. */
const pollForMs = 60_000;
const pollIntervalMs = 500;
const maxEventsPerPoll = 20;
const answerTimeoutMs = 10_000;
const maxAnswerBytes = 64 * 1024;
/** Retried after 1 s, 2 s, 4 s … up to an hour, for a day. */
const initialBackoffMs = 1_000;
const maxBackoffMs = 60 * 60 * 1000;
const giveUpAfterMs = 24 * 60 * 60 * 1000;

/** Posts the due events of a job, in order, and waits for more while the job runs. */
export function createDeliverDue(deps: Deps): DeliverDue {
  const { storage } = deps;
  const deliver = createDeliver(deps);
  return async (id, signal) => {
    const deadline = Date.now() + pollForMs;
    while (!signal.aborted) {
      const job = await storage.jobs.find(id);
      if (!job?.webhook) return {};
      const due = await storage.events.due(id, maxEventsPerPoll);
      // Not past an event that failed: the order is kept, and a receiver that is down gets one attempt, not a thousand.
      for (const event of due) if (!(await deliver(job, event, signal))) break;
      if (due.length > 0) continue;

      const next = await storage.events.nextDue(id);
      if (!next && job.status !== 'scraping') return {};
      const nextInMs = next ? Math.max(0, next.getTime() - Date.now()) : pollIntervalMs;
      if (nextInMs > pollIntervalMs || Date.now() > deadline) return { nextInMs: Math.max(nextInMs, pollIntervalMs) };
      await sleep(nextInMs, undefined, { signal });
    }
    return { nextInMs: 0 };
  };
}

/** Posts one event and records the outcome; false if the receiver did not accept it. */
function createDeliver({ storage, fetcher, metrics }: Deps) {
  async function post(job: Job, event: Event, signal: AbortSignal): Promise<void> {
    const { url, headers } = job.webhook ?? {};
    if (!url) return;
    const item = event.index === undefined ? undefined : await storage.pages.find(job._id, event.index);
    const body = JSON.stringify(payloadOf(job, event, item));
    const secret = await storage.keys.webhookSecret(job.key);
    const { status } = await fetcher.fetch({
      url,
      method: 'POST',
      headers: {
        ...headers,
        'content-type': 'application/json',
        'x-sightread-event': event._id,
        ...(secret && { 'x-sightread-signature': signatureOf(body, secret) }),
      },
      body,
      totalTimeoutMs: answerTimeoutMs,
      maxBytes: maxAnswerBytes,
      maxRedirects: 0,
      signal,
    });
    if (status < 200 || status > 299) throw new Failure('PageRefused', `the receiver answered ${status}`);
  }

  return async (job: Job, event: Event, signal: AbortSignal): Promise<boolean> => {
    try {
      await post(job, event, signal);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const dueAt = new Date(Date.now() + Math.min(maxBackoffMs, initialBackoffMs * 2 ** event.attempts));
      const isLast = dueAt.getTime() - event.at.getTime() > giveUpAfterMs;
      await storage.events.postpone(event._id, { problem: error.message, dueAt: isLast ? undefined : dueAt });
      metrics.webhookTried(isLast ? 'given_up' : 'failed');
      return false;
    }
    await storage.events.delivered(event._id);
    metrics.webhookTried('delivered');
    return true;
  };
}

function payloadOf(job: Job, { type }: Event, item: Awaited<ReturnType<Storage['pages']['find']>>) {
  const error = item?.error ?? (type === 'failed' ? 'None of the pages could be read.' : undefined);
  return {
    success: error === undefined,
    type: `batch_scrape.${type}`,
    id: job._id,
    data: item ? [item] : [],
    ...(error && { error }),
    metadata: job.webhook?.metadata ?? {},
  };
}

function signatureOf(body: string, secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}
