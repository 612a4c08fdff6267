import type { FromSchema } from 'json-schema-to-ts';

export const webhookEvents = ['started', 'page', 'completed', 'failed', 'cancelled'] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

const urlSchema = { type: 'string', minLength: 1, maxLength: 8192 } as const;

const webhookObjectSchema = {
  type: 'object',
  properties: {
    url: urlSchema,
    headers: {
      type: 'object',
      additionalProperties: { type: 'string', maxLength: 8192 },
      maxProperties: 50,
      description: 'Sent with every event.',
    },
    metadata: {
      type: 'object',
      maxProperties: 50,
      description: 'Returned in every event.',
    },
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

export type Webhook = FromSchema<typeof webhookObjectSchema>;
