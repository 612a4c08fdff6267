import { type WebhookEvent, webhookEvents } from '../requests/webhook.ts';
import { type PageItem, pageItemSchema } from './page.ts';

/** The counters of a job at the moment it ended. */
export interface JobCounters {
  total: number;
  completed: number;
  failed: number;
  creditsUsed: number;
}

const counter = { type: 'integer', minimum: 0 } as const;

/** What the events of a job are called. */
type EventPrefix = 'batch_scrape' | 'crawl';

function typesOf(prefix: EventPrefix): string[] {
  return webhookEvents.map((event) => `${prefix}.${event}`);
}

/** The body that a webhook receives. */
export const webhookPayloadSchema = {
  type: 'object',
  properties: {
    success: {
      type: 'boolean',
      description: 'False for a page that failed, and for a job of which every page failed.',
    },
    type: {
      enum: [...typesOf('batch_scrape'), ...typesOf('crawl')],
    },
    id: { type: 'string', description: 'The job.' },
    total: { ...counter, description: 'The counters come with the end of a job: completed, failed or cancelled.' },
    completed: counter,
    failed: counter,
    creditsUsed: counter,
    data: { type: 'array', items: pageItemSchema, description: 'The item, for `page`; else empty.' },
    error: { type: 'string' },
    metadata: { type: 'object', description: 'What the webhook was created with.' },
  },
  required: ['success', 'type', 'id', 'data', 'metadata'],
} as const;

interface Reported {
  job: { _id: string; crawl?: unknown };
  type: WebhookEvent;
  /** For `page`, if it is still stored. */
  item?: PageItem | undefined;
  counters?: JobCounters | undefined;
  metadata?: object | undefined;
}

export function webhookPayload({ job, type, item, counters, metadata = {} }: Reported) {
  const error = item?.error ?? (type === 'failed' ? 'None of the pages could be read.' : undefined);
  return {
    success: error === undefined,
    type: `${job.crawl ? 'crawl' : 'batch_scrape'}.${type}` satisfies `${EventPrefix}.${WebhookEvent}`,
    id: job._id,
    ...counters,
    data: item ? [item] : [],
    ...(error && { error }),
    metadata,
  };
}
