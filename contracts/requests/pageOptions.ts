import type { FromSchema } from 'json-schema-to-ts';
import { formatsSchema } from './formats.ts';
import { headersSchema } from './headers.ts';
import type { WithFormats } from './requestedFormats.ts';

/** How a page is read: shared by `/scrape` and `/batch/scrape`. */
export const pageOptionProperties = {
  formats: formatsSchema,
  onlyMainContent: {
    type: 'boolean',
    default: true,
    description: 'Leave out navigation, footers, cookie notices and the like.',
  },
  includeTags: {
    type: 'array',
    items: { type: 'string', minLength: 1, maxLength: 200 },
    maxItems: 100,
    description: 'CSS selectors; only what they match is kept.',
  },
  excludeTags: {
    type: 'array',
    items: { type: 'string', minLength: 1, maxLength: 200 },
    maxItems: 100,
    description: 'CSS selectors; what they match is removed.',
  },
  headers: { ...headersSchema, description: 'Request headers to send to the site.' },
  waitFor: {
    type: 'integer',
    minimum: 0,
    maximum: 60_000,
    default: 0,
    description: 'Milliseconds to wait after the page has loaded (uses the browser).',
  },
  timeout: {
    type: 'integer',
    minimum: 1_000,
    maximum: 120_000,
    default: 30_000,
    description: 'Milliseconds after which the page fails.',
  },
  mobile: { type: 'boolean', default: false, description: 'Request the page as a phone would.' },
  engine: {
    enum: ['auto', 'http', 'browser'],
    default: 'auto',
    description: '`http` is a plain fetch, `browser` renders in Chromium, `auto` renders only if that is needed.',
  },
  maxAge: {
    type: 'integer',
    minimum: 0,
    maximum: 2_592_000_000,
    default: 0,
    description: 'A stored result of this account younger than this many milliseconds may be used.',
  },
} as const;

const pageOptionsSchema = {
  type: 'object',
  properties: pageOptionProperties,
  required: ['formats', 'onlyMainContent', 'waitFor', 'timeout', 'mobile', 'engine', 'maxAge'],
  additionalProperties: false,
} as const;

/** The options with their defaults filled in, as the workers get them. */
export type PageOptions = WithFormats<FromSchema<typeof pageOptionsSchema>>;
