import type { FromSchema } from 'json-schema-to-ts';
import { pageOptionProperties } from './pageOptions.ts';
import { urlSchema } from './url.ts';

const { headers, cookies, actions, proxy, location, waitFor, timeout, engine } = pageOptionProperties;

export const extractRequestSchema = {
  $id: 'ExtractRequest',
  type: 'object',
  properties: {
    url: { ...urlSchema, description: 'The page to read: http or https, public.' },
    schema: {
      type: ['object', 'boolean'],
      description:
        'JSON Schema (draft-07 or 2020-12) of the data; its titles and descriptions guide the extraction. At most 64 KiB, nested at most 32 levels, with references inside itself only.',
    },
    prompt: {
      type: 'string',
      minLength: 1,
      maxLength: 10_000,
      description: 'A description of the data, together with `schema` or instead of it.',
    },
    evidence: {
      type: 'boolean',
      default: false,
      description: 'Whether to say where on the page each value was found.',
    },
    headers,
    cookies,
    actions,
    proxy,
    location,
    waitFor,
    timeout,
    engine,
    origin: { type: 'string', maxLength: 200, description: 'Sent by existing clients; accepted and ignored.' },
  },
  required: ['url'],
  anyOf: [{ required: ['schema'] }, { required: ['prompt'] }],
  additionalProperties: false,
} as const;

export type ExtractRequest = FromSchema<typeof extractRequestSchema>;
