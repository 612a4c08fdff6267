import { createHmac } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Failure } from '../../contracts/failures.ts';
import type { WebhookMetrics } from '../../runtime/metrics/work.ts';
import type { Event } from '../../storage/events.ts';
import type { Job } from '../../storage/jobs.ts';
import type { Storage } from '../../storage/storage.ts';
import type { Fetcher } from '../egress/fetch.ts';

interface Parts {
  storage: Pick<Storage, 'jobs' | 'keys' | 'pages' | 'events'>;
  fetcher: Fetcher;
  metrics: WebhookMetrics;
}

export type DeliverDue = (job: string, signal: AbortSignal) => Promise<{ nextInMs?: number }>;

/** One go lasts about this long, so that a running batch costs few workflow events. */
const goMs = 60_000;
const lookAgainMs = 500;
const eventsAtATime = 20;
const answerWithinMs = 10_000;
/** 1 s, 2 s, 4 s … up to an hour, for a day. */
const firstDelayMs = 1_000;
const longestDelayMs = 60 * 60 * 1000;
const giveUpAfterMs = 24 * 60 * 60 * 1000;

export function createDeliverDue({ storage, fetcher, metrics }: Parts): DeliverDue {
  return async (id, signal) => {
    const until = Date.now() + goMs;
    while (!signal.aborted) {
      const job = await storage.jobs.find(id);
      if (!job?.webhook) return {};
      const due = await storage.events.due(id, eventsAtATime);
      // In order, and not past one that failed: a receiver that is away is asked once, not a thousand times.
      for (const event of due) if (!(await deliver(job, event, signal))) break;
      if (due.length > 0) continue;

      const next = await storage.events.nextDue(id);
      if (!next && job.status !== 'scraping') return {};
      const nextInMs = next ? Math.max(0, next.getTime() - Date.now()) : lookAgainMs;
      if (nextInMs > lookAgainMs || Date.now() > until) return { nextInMs: Math.max(nextInMs, lookAgainMs) };
      await wait(nextInMs, undefined, { signal });
    }
    return { nextInMs: 0 };

    async function deliver(job: Job, event: Event, stop: AbortSignal): Promise<boolean> {
      try {
        await post(job, event, stop);
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        const delayMs = Math.min(longestDelayMs, firstDelayMs * 2 ** event.attempts);
        const dueAt = new Date(Date.now() + delayMs);
        const late = dueAt.getTime() - event.at.getTime() > giveUpAfterMs;
        await storage.events.putOff(event._id, { problem: error.message, dueAt: late ? undefined : dueAt });
        metrics.webhookTried(late ? 'given_up' : 'failed');
        return false;
      }
      await storage.events.delivered(event._id);
      metrics.webhookTried('delivered');
      return true;
    }

    async function post(job: Job, event: Event, stop: AbortSignal) {
      const { url, headers } = job.webhook ?? {};
      if (!url) return;
      const body = JSON.stringify(await told(job, event));
      const secret = await storage.keys.webhookSecret(job.key);
      const answer = await fetcher.fetch({
        url,
        method: 'POST',
        headers: {
          ...headers,
          'content-type': 'application/json',
          'x-sightread-event': event._id,
          ...(secret && {
            'x-sightread-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
          }),
        },
        body,
        totalTimeoutMs: answerWithinMs,
        maxBytes: 64 * 1024,
        maxRedirects: 0,
        signal: stop,
      });
      if (answer.status < 200 || answer.status > 299) {
        throw new Failure('PageRefused', `the receiver answered ${answer.status}`);
      }
    }

    async function told(job: Job, { type, index }: Event) {
      const item = index === undefined ? undefined : await storage.pages.find(job._id, index);
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
  };
}
