import type { FromSchema } from 'json-schema-to-ts';
import { pageOptionProperties } from './pageOptions.ts';
import type { WithFormats } from './requestedFormats.ts';
import { listedUrlSchema } from './url.ts';
import { webhookSchema } from './webhook.ts';

export const maxUrls = 100_000;

export const batchScrapeRequestSchema = {
  $id: 'BatchScrapeRequest',
  type: 'object',
  properties: {
    urls: {
      type: 'array',
      items: listedUrlSchema,
      minItems: 1,
      maxItems: maxUrls,
      description: 'The pages to read; http or https, public. Results come in this order.',
    },
    ...pageOptionProperties,
    webhook: webhookSchema,
    ignoreInvalidURLs: {
      type: 'boolean',
      default: false,
      description:
        'true: URLs that cannot be read are left out and listed in `invalidURLs`. false: one refuses the batch.',
    },
    maxConcurrency: {
      type: 'integer',
      minimum: 1,
      maximum: 1_000,
      'x-unit': 'pages',
      description:
        'Pages of this job read at the same time; at most what the plan allows all batches of the account together.',
    },
    origin: { type: 'string', maxLength: 200, description: 'Sent by existing clients; accepted and ignored.' },
  },
  required: ['urls'],
  additionalProperties: false,
} as const;

export type BatchScrapeRequest = WithFormats<FromSchema<typeof batchScrapeRequestSchema>>;
