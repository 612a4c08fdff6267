import type { Events } from '../../storage/events.ts';
import type { Job } from '../../storage/jobs.ts';
import { createAttemptDelivery, type DeliveryDeps, type JobWithWebhook } from './attemptDelivery.ts';

export type DeliverDue = (job: string, signal: AbortSignal) => Promise<{ nextInMs?: number }>;

/** One activity posts for about this long, then others get their turn. */
const maxRunMs = 30_000;
/** While pages are being read, the job is asked for new events this often: the longer ago the last one, the less often. */
const minPollIntervalMs = 1_000;
const maxPollIntervalMs = 10_000;
/** A webhook that wants no pages hears of the end from the batch itself; this is for when that news is lost. */
const endPollIntervalMs = 60_000;

/**
 * Posts the due events of a job, in order, one at a time. It never waits for the next one: it returns when that is due,
 * and the workflow waits.
 */
export function createDeliverDue(deps: DeliveryDeps): DeliverDue {
  const { jobs, events } = deps.storage;
  const attemptDelivery = createAttemptDelivery(deps);
  return async (id, signal) => {
    const deadline = Date.now() + maxRunMs;
    for (;;) {
      signal.throwIfAborted();
      // The job first: one that ends after this has written its last event before it ended.
      const job = await jobs.find(id);
      if (!hasWebhook(job)) return {};
      const event = await events.first(id);
      if (!event) return job.status === 'scraping' ? { nextInMs: await pollIntervalMs(job, events) } : {};
      const now = Date.now();
      if (event.dueAt.getTime() > now) return { nextInMs: event.dueAt.getTime() - now };
      if (now > deadline) return { nextInMs: 0 };
      await attemptDelivery(job, event, signal);
    }
  };
}

function hasWebhook(job: Job | null): job is JobWithWebhook {
  return job?.webhook !== undefined;
}

async function pollIntervalMs({ _id, webhook }: JobWithWebhook, events: Events): Promise<number> {
  if (webhook.events && !webhook.events.includes('page')) return endPollIntervalMs;
  const [last] = await events.ofJob(_id, { limit: 1 });
  const silenceMs = last ? Date.now() - last.at.getTime() : 0;
  return Math.min(maxPollIntervalMs, Math.max(minPollIntervalMs, silenceMs));
}
