import type { FromSchema } from 'json-schema-to-ts';
import { crawlScopeProperties } from './crawl.ts';
import { pageOptionProperties } from './pageOptions.ts';
import type { WithFormats } from './requestedFormats.ts';
import { listedUrlSchema, maxUrlLength } from './url.ts';
import { monitorWebhookSchema } from './webhook.ts';

export const maxMonitoredUrls = 1_000;

const { maxAge: _, ...pageOptions } = pageOptionProperties;

const name = { type: 'string', minLength: 1, maxLength: 100, description: 'For people.' } as const;
const every = {
  type: 'string',
  minLength: 2,
  maxLength: 100,
  description:
    'How often: a number with `m`, `h`, `d` or `w`, such as `1h`, or a cron expression with five fields in UTC, such as `0 9 * * 1-5`. At most every five minutes.',
} as const;
const urls = {
  type: 'array',
  items: { ...listedUrlSchema, maxLength: maxUrlLength },
  minItems: 1,
  maxItems: maxMonitoredUrls,
  uniqueItems: true,
} as const;

export const monitorRequestSchema = {
  $id: 'MonitorRequest',
  type: 'object',
  properties: {
    url: { ...listedUrlSchema, description: 'The page to watch; or `urls` or `crawl`.' },
    urls: { ...urls, description: 'The pages to watch.' },
    crawl: {
      type: 'object',
      properties: crawlScopeProperties,
      required: [
        'url',
        'limit',
        'regexOnFullURL',
        'sitemap',
        'crawlEntireDomain',
        'allowSubdomains',
        'allowExternalLinks',
        'ignoreQueryParameters',
        'deduplicateSimilarURLs',
        'ignoreRobotsTxt',
      ],
      additionalProperties: false,
      description: 'The site to watch: the options of `/v1/crawl`. Pages that appear there are `new`.',
    },
    every,
    name,
    webhook: monitorWebhookSchema,
    ...pageOptions,
    formats: {
      ...pageOptions.formats,
      default: ['markdown'],
      description: 'What the webhook gets of a new or changed page. Pages are always compared by their markdown.',
    },
  },
  required: ['every'],
  additionalProperties: false,
} as const;

export type MonitorRequest = WithFormats<FromSchema<typeof monitorRequestSchema>>;

export const monitorUpdateSchema = {
  $id: 'MonitorUpdate',
  type: 'object',
  properties: {
    every,
    name,
    urls: { ...urls, description: 'The pages to watch from now on. One that was not watched before is `new`.' },
    webhook: { ...monitorWebhookSchema, anyOf: [...monitorWebhookSchema.anyOf, { type: 'null' }] },
    status: { enum: ['active', 'paused'], description: 'As `/pause` and `/resume` change it.' },
  },
  minProperties: 1,
  additionalProperties: false,
} as const;

export type MonitorUpdate = FromSchema<typeof monitorUpdateSchema>;
