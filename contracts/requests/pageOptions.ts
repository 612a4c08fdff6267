import type { FromSchema } from 'json-schema-to-ts';
import { actionsSchema } from './actions.ts';
import { cookiesSchema } from './cookies.ts';
import { formatsSchema } from './formats.ts';
import { headersSchema } from './headers.ts';
import { locationSchema } from './location.ts';
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
  headers: {
    ...headersSchema,
    description: 'Request headers to send to the origin of the page, and to no other.',
  },
  cookies: cookiesSchema,
  actions: actionsSchema,
  waitFor: {
    type: 'integer',
    minimum: 0,
    maximum: 60_000,
    'x-unit': 'milliseconds',
    default: 0,
    description: 'Milliseconds to wait after the page has loaded (uses the browser).',
  },
  timeout: {
    type: 'integer',
    minimum: 1_000,
    maximum: 120_000,
    'x-unit': 'milliseconds',
    default: 30_000,
    description: 'Milliseconds after which the page fails.',
  },
  proxy: {
    type: 'string',
    minLength: 1,
    maxLength: 50,
    description:
      '`auto`, the default: one of the proxies of the server, in turn, where it has any. `none`: directly. Or the name of a proxy; `basic`, `stealth` and `enhanced`, which existing clients send, mean any where none has that name.',
  },
  location: locationSchema,
  mobile: { type: 'boolean', default: false, description: 'Request the page as a phone would.' },
  engine: {
    enum: ['auto', 'http', 'browser'],
    default: 'auto',
    description: '`http` is a plain fetch, `browser` renders in Chromium, `auto` renders only if that is needed.',
  },
  parsers: {
    type: 'array',
    minItems: 1,
    maxItems: 10,
    items: {
      anyOf: [
        { const: 'pdf' },
        {
          type: 'object',
          properties: {
            type: { const: 'pdf' },
            mode: {
              enum: ['auto', 'fast'],
              description:
                '`auto`: pages without text, such as scanned ones, are read by OCR (English, and other languages that the server has; ten pages at most). `fast`: they are left out.',
            },
            maxPages: { type: 'integer', minimum: 1, maximum: 10_000, description: 'Read no more than this many.' },
          },
          required: ['type'],
          additionalProperties: false,
        },
        {
          type: 'object',
          properties: {
            type: { const: 'image' },
            ocr: {
              type: 'boolean',
              description:
                'Read the words in an image too, by OCR (English, and other languages that the server has; ten pages of a TIFF at most).',
            },
          },
          required: ['type'],
          additionalProperties: false,
        },
      ],
    },
    description:
      'How documents and images are read. PDFs are read anyway, the first 500 pages at most, and of an image its size and what its makers have written into it.',
  },
  maxAge: {
    type: 'integer',
    minimum: 0,
    maximum: 2_592_000_000,
    'x-unit': 'milliseconds',
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

/** The options as callers write them, with their defaults filled in, … */
export type GivenPageOptions = FromSchema<typeof pageOptionsSchema>;
/** … and as the workers get them. */
export type PageOptions = WithFormats<GivenPageOptions>;
