import type { FromSchema } from 'json-schema-to-ts';
import { headersSchema } from './headers.ts';
import { urlSchema } from './url.ts';

export const webhookEvents = ['started', 'page', 'completed', 'failed', 'cancelled'] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** Every event carries it, and so does the record of the job. */
export const maxWebhookMetadataBytes = 16 * 1024;
/** MongoDB stores documents of at most 100 levels. */
export const maxWebhookMetadataDepth = 50;

const webhookFields = {
  url: urlSchema,
  headers: { ...headersSchema, description: 'Sent with every event.' },
  metadata: {
    type: 'object',
    maxProperties: 50,
    description: 'Returned in every event; at most 16 KiB of JSON.',
  },
} as const;

const webhookObjectSchema = {
  type: 'object',
  properties: {
    ...webhookFields,
    events: {
      type: 'array',
      items: { enum: webhookEvents },
      minItems: 1,
      uniqueItems: true,
      description: 'The events to send; all if absent.',
    },
  },
  required: ['url'],
  additionalProperties: false,
} as const;

export const webhookSchema = {
  description: 'Where the events of the job are posted: a URL, or an object.',
  anyOf: [urlSchema, webhookObjectSchema],
} as const;

/** The webhook of a monitor, which has one kind of event. */
export const monitorWebhookSchema = {
  description: 'Where changes are posted: a URL, or an object.',
  anyOf: [urlSchema, { type: 'object', properties: webhookFields, required: ['url'], additionalProperties: false }],
} as const;

export type Webhook = FromSchema<typeof webhookObjectSchema>;
