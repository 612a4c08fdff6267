import { Failure } from '../../contracts/failures.ts';
import type { WebhookMetrics } from '../../runtime/metrics/work.ts';
import { eventPayload } from '../../storage/eventPayload.ts';
import type { DeliveryAttempt, Event } from '../../storage/events.ts';
import type { Job } from '../../storage/jobs.ts';
import type { Storage } from '../../storage/storage.ts';
import type { Fetcher } from '../egress/fetch.ts';
import { signatureHeaders } from './signature.ts';

export interface DeliveryDeps {
  storage: Pick<Storage, 'jobs' | 'keys' | 'pages' | 'events'>;
  fetcher: Fetcher;
  metrics: WebhookMetrics;
}

export interface JobWithWebhook extends Job {
  webhook: NonNullable<Job['webhook']>;
}

const answerTimeoutMs = 10_000;
const maxAnswerBytes = 64 * 1024;
/** Longer than an attempt can take. If its worker dies, the event is tried again after this time. */
const claimMs = answerTimeoutMs + 5_000;
/** Retried after 1 s, 2 s, 4 s … up to an hour, for a day. */
const initialBackoffMs = 1_000;
const maxBackoffMs = 60 * 60 * 1000;
const maxProblemLength = 500;
const refusedForADay = 'The receiver accepted no event for a day.';

/** Posts one event and records what came of it. An event that another worker is just posting is left alone. */
export function createAttemptDelivery({ storage, fetcher, metrics }: DeliveryDeps) {
  /** Resolves to the status that the receiver answered. */
  async function post(job: JobWithWebhook, event: Event, signal: AbortSignal): Promise<number> {
    const body = JSON.stringify(await eventPayload(event, job, storage.pages));
    const secret = await storage.keys.webhookSecret(job.key);
    const { status } = await fetcher.fetch({
      url: job.webhook.url,
      method: 'POST',
      headers: {
        ...job.webhook.headers,
        'content-type': 'application/json',
        'x-sightread-event': event._id,
        ...(secret && signatureHeaders(body, secret, new Date())),
      },
      body,
      totalTimeoutMs: answerTimeoutMs,
      maxBytes: maxAnswerBytes,
      maxRedirects: 0,
      signal,
    });
    return status;
  }

  async function attempt(job: JobWithWebhook, event: Event, signal: AbortSignal): Promise<DeliveryAttempt> {
    const at = new Date();
    const timed = () => ({ at, ms: Date.now() - at.getTime() });
    try {
      const status = await post(job, event, signal);
      const isAccepted = status >= 200 && status <= 299;
      return { ...timed(), status, ...(!isAccepted && { problem: `The receiver answered ${status}.` }) };
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return { ...timed(), problem: error.message.slice(0, maxProblemLength) };
    }
  }

  async function giveUp(job: Job, event: Event, tried: DeliveryAttempt): Promise<void> {
    await storage.events.notDelivered(event._id, tried, undefined);
    metrics.webhookTried('given_up');
    // Those behind it have waited for a day as well.
    await storage.events.giveUpOverdue(job._id, refusedForADay);
  }

  return async (job: JobWithWebhook, event: Event, signal: AbortSignal): Promise<void> => {
    if (!(await storage.events.claim(event, claimMs))) return;
    const tried = await attempt(job, event, signal);
    if (tried.problem === undefined) {
      await storage.events.delivered(event._id, tried);
      metrics.webhookTried('delivered');
      return;
    }
    const dueAt = new Date(Date.now() + Math.min(maxBackoffMs, initialBackoffMs * 2 ** event.attempts));
    if (event.retryUntil && dueAt > event.retryUntil) return giveUp(job, event, tried);
    await storage.events.notDelivered(event._id, tried, dueAt);
    metrics.webhookTried('failed');
  };
}
