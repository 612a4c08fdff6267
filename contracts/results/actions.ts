import type { FromSchema } from 'json-schema-to-ts';

/** What the actions of a request have given, each list in the order of the actions. */
export const actionResultsSchema = {
  type: 'object',
  properties: {
    screenshots: {
      type: 'array',
      items: { type: 'string' },
      description: 'Signed addresses of the pictures, valid for as long as the result.',
    },
    scrapes: {
      type: 'array',
      items: {
        type: 'object',
        properties: { url: { type: 'string' }, html: { type: 'string' } },
        required: ['url', 'html'],
        additionalProperties: false,
      },
    },
    javascriptReturns: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          type: { type: 'string', description: 'As JavaScript names it: `string`, `number`, `object`, `undefined`, …' },
          value: { description: 'null for what JSON does not have.' },
        },
        required: ['type', 'value'],
        additionalProperties: false,
      },
    },
    pdfs: { type: 'array', items: { type: 'string' }, description: 'Signed addresses, like `screenshots`.' },
  },
  required: ['screenshots', 'scrapes', 'javascriptReturns', 'pdfs'],
  additionalProperties: false,
} as const;

export type ActionResults = FromSchema<typeof actionResultsSchema>;
