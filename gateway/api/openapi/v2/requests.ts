import { batchScrapeRequestSchema } from '../../../../contracts/requests/batchScrape.ts';
import { crawlRequestSchema } from '../../../../contracts/requests/crawl.ts';
import { formatsSchema } from '../../../../contracts/requests/formats.ts';
import { mapRequestSchema } from '../../../../contracts/requests/map.ts';
import { pageOptionProperties } from '../../../../contracts/requests/pageOptions.ts';
import { scrapeRequestSchema } from '../../../../contracts/requests/scrape.ts';
import { searchRequestSchema } from '../../../../contracts/requests/search.ts';
import { listedUrlSchema } from '../../../../contracts/requests/url.ts';
import { monitorWebhookSchema } from '../../../../contracts/requests/webhook.ts';
import { objectOf } from '../schemas.ts';

/** Clients send null for what nobody has asked for. */
function orNull(schema: object) {
  return { anyOf: [schema, { type: 'null' }] };
}

const { parsers, proxy, location, actions } = pageOptionProperties;

/** The options of a page where /v2 differs from /v1. */
const ownOptions = {
  formats: { ...orNull(formatsSchema), default: ['markdown'], description: 'As on /v1; markdown alone by default.' },
  actions: orNull(actions),
  parsers: orNull(parsers),
  proxy: orNull(proxy),
  location: orNull(location),
};

const scrapeOptions = {
  $id: 'V2ScrapeOptions',
  type: 'object',
  properties: { ...pageOptionProperties, ...ownOptions },
  additionalProperties: false,
  description: 'How each page is read: the options of `/v2/scrape`.',
};

export const scrapeRequest = {
  ...scrapeRequestSchema,
  $id: 'V2ScrapeRequest',
  properties: { ...scrapeRequestSchema.properties, ...ownOptions },
};

const { ignoreInvalidURLs } = batchScrapeRequestSchema.properties;

export const batchRequest = {
  ...batchScrapeRequestSchema,
  $id: 'V2BatchScrapeRequest',
  properties: {
    ...batchScrapeRequestSchema.properties,
    ...ownOptions,
    ignoreInvalidURLs: { ...ignoreInvalidURLs, default: true },
  },
};

export const crawlRequest = {
  ...crawlRequestSchema,
  $id: 'V2CrawlRequest',
  properties: { ...crawlRequestSchema.properties, scrapeOptions: orNull(scrapeOptions) },
};

/** Where pages are, which clients send along, changes nothing of a map. */
export const mapRequest = {
  ...mapRequestSchema,
  $id: 'V2MapRequest',
  properties: { ...mapRequestSchema.properties, location: {} },
};

export const extractRequest = {
  $id: 'V2ExtractRequest',
  type: 'object',
  properties: {
    urls: batchScrapeRequestSchema.properties.urls,
    schema: { type: ['object', 'boolean'], description: 'JSON Schema of the data of all pages together.' },
    prompt: { type: 'string', minLength: 1, maxLength: 10_000, description: 'A description of the data.' },
    systemPrompt: {
      type: 'string',
      maxLength: 10_000,
      description: 'Precedes the prompt; both together have at most 10,000 characters.',
    },
    ignoreInvalidURLs: { ...ignoreInvalidURLs, default: true },
    scrapeOptions: orNull(scrapeOptions),
  },
  required: ['urls'],
  anyOf: [{ required: ['schema'] }, { required: ['prompt'] }],
  additionalProperties: false,
};

const domains = { type: 'array', items: { type: 'string' } };

export const searchRequest = {
  ...searchRequestSchema,
  $id: 'V2SearchRequest',
  properties: {
    ...searchRequestSchema.properties,
    sources: orNull(searchRequestSchema.properties.sources),
    tbs: {
      enum: ['qdr:d', 'qdr:w', 'qdr:m', 'qdr:y', null],
      description: 'Results of the last day, week, month or year.',
    },
    includeDomains: { ...orNull(domains), description: 'Results of these sites only.' },
    excludeDomains: { ...orNull(domains), description: 'No results of these sites.' },
    scrapeOptions: orNull(scrapeOptions),
  },
};

const name = { type: 'string', minLength: 1, maxLength: 100, description: 'For people.' };
const timezone = { enum: ['UTC', null], description: 'Times are in UTC.' };
const schedule = {
  description: 'When to look: a cron expression with five fields, or words.',
  anyOf: [
    objectOf({ cron: { type: 'string', description: 'Such as `0 9 * * 1-5`.' } }, { timezone }),
    objectOf(
      { text: { type: 'string', description: 'Such as `every 30 minutes`, `hourly` or `daily at 9:00`.' } },
      { timezone },
    ),
  ],
};
const targets = {
  type: 'array',
  description: 'Pages, all with the same options, or one site.',
  minItems: 1,
  items: {
    oneOf: [
      {
        type: 'object',
        properties: {
          type: { const: 'scrape' },
          urls: { type: 'array', items: listedUrlSchema, minItems: 1 },
          scrapeOptions: orNull(scrapeOptions),
        },
        required: ['type', 'urls'],
      },
      {
        type: 'object',
        properties: {
          type: { const: 'crawl' },
          url: crawlRequestSchema.properties.url,
          scrapeOptions: orNull(scrapeOptions),
        },
        required: ['type', 'url'],
      },
    ],
  },
};
const [webhookUrl, webhookObject] = monitorWebhookSchema.anyOf;
const webhook = {
  ...monitorWebhookSchema,
  anyOf: [
    webhookUrl,
    {
      ...webhookObject,
      properties: {
        ...webhookObject.properties,
        events: { description: 'Changes nothing: a change is the only event.' },
      },
    },
  ],
};

export const monitorRequest = {
  $id: 'V2MonitorRequest',
  type: 'object',
  properties: { name, schedule, targets, webhook: orNull(webhook) },
  required: ['schedule', 'targets'],
  additionalProperties: false,
};

export const monitorUpdate = {
  $id: 'V2MonitorUpdate',
  type: 'object',
  properties: {
    name: orNull(name),
    status: { enum: ['active', 'paused', null] },
    schedule: orNull(schedule),
    targets: orNull(targets),
    webhook: orNull(webhook),
  },
  additionalProperties: false,
};
