import type { WebhookEvent } from '../contracts/requests/webhook.ts';
import type { NewEvent } from './events.ts';
import type { Job } from './jobs.ts';
import type { PageRecord } from './pageRecord.ts';

type EventOfJob = Pick<NewEvent, 'index' | 'item' | 'counters'> & { type: WebhookEvent };

export function pageEvent({ index, outcome, about: { url, error, statusCode } }: PageRecord): EventOfJob {
  if (outcome === 'completed') return { type: 'page', index };
  const metadata = { sourceURL: url, ...(statusCode !== undefined && { statusCode }) };
  return { type: 'page', index, item: { url, ...(error !== undefined && { error }), metadata } };
}

export function endEvent(
  { total, completed, failed, creditsUsed }: Pick<Job, 'total' | 'completed' | 'failed' | 'creditsUsed'>,
  type: 'completed' | 'failed' | 'cancelled',
): EventOfJob {
  return { type, counters: { total, completed, failed, creditsUsed } };
}

/** The events among these that the job's webhook subscribes to. */
export function subscribed({ _id, account, webhook }: Job, round: number, list: readonly EventOfJob[]): NewEvent[] {
  return list
    .filter(({ type }) => webhook && (webhook.events?.includes(type) ?? true))
    .map((event) => ({ _id: [_id, round, event.type, event.index].join(':'), job: _id, account, round, ...event }));
}
