import type { FromSchema } from 'json-schema-to-ts';
import { pageOptionProperties } from './pageOptions.ts';
import type { WithFormats } from './requestedFormats.ts';
import { urlSchema } from './url.ts';

export const scrapeRequestSchema = {
  $id: 'ScrapeRequest',
  type: 'object',
  properties: {
    url: { ...urlSchema, description: 'The page to read: http or https, public.' },
    ...pageOptionProperties,
    origin: { type: 'string', maxLength: 200, description: 'Sent by existing clients; accepted and ignored.' },
  },
  required: ['url'],
  additionalProperties: false,
} as const;

export type ScrapeRequest = WithFormats<FromSchema<typeof scrapeRequestSchema>>;
