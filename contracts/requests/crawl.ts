import type { FromSchema } from 'json-schema-to-ts';
import { pageOptionProperties } from './pageOptions.ts';
import type { WithFormats } from './requestedFormats.ts';
import { urlSchema } from './url.ts';
import { webhookSchema } from './webhook.ts';

export const maxCrawlPages = 100_000;

const patternsSchema = {
  type: 'array',
  items: { type: 'string', minLength: 1, maxLength: 1_000 },
  maxItems: 100,
} as const;

const scrapeOptionsSchema = {
  type: 'object',
  properties: pageOptionProperties,
  required: ['formats', 'onlyMainContent', 'waitFor', 'timeout', 'mobile', 'engine', 'maxAge'],
  default: {},
  additionalProperties: false,
  description: 'How each page is read: the options of `/v1/scrape`.',
} as const;

/** Which pages a crawl reads; monitors take them too. */
export const crawlScopeProperties = {
  url: {
    ...urlSchema,
    description:
      'Where the crawl starts: http or https, public. If it redirects to another host, the crawl is of that one.',
  },
  limit: {
    type: 'integer',
    minimum: 1,
    maximum: maxCrawlPages,
    'x-unit': 'pages',
    default: 10_000,
    description: 'The most pages to read.',
  },
  maxDiscoveryDepth: {
    type: 'integer',
    minimum: 0,
    maximum: 1_000,
    'x-unit': 'links',
    description:
      'How many links away from the start a page may be. The start and the pages of its sitemaps have depth 0.',
  },
  includePaths: {
    ...patternsSchema,
    description: 'Regular expressions (RE2). Only pages of which the path matches one of them are read, and the start.',
  },
  excludePaths: {
    ...patternsSchema,
    description: 'Regular expressions (RE2). Pages of which the path matches one of them are not read.',
  },
  regexOnFullURL: {
    type: 'boolean',
    default: false,
    description: 'Match `includePaths` and `excludePaths` against the whole URL instead of its path.',
  },
  sitemap: {
    enum: ['include', 'only', 'skip'],
    default: 'include',
    description: 'Whether to read sitemaps beside the links of the pages, instead of them, or not at all.',
  },
  crawlEntireDomain: {
    type: 'boolean',
    default: false,
    description: 'false: of the host of the start, only pages at or below its path.',
  },
  allowSubdomains: {
    type: 'boolean',
    default: false,
    description: 'Pages of all hosts of the domain, not only of the one of the start.',
  },
  allowExternalLinks: {
    type: 'boolean',
    default: false,
    description: 'Pages of other sites too, if a page of this one links to them. Their own links are not followed.',
  },
  ignoreQueryParameters: {
    type: 'boolean',
    default: false,
    description: 'Addresses that differ only after the `?` are one page, read without it.',
  },
  deduplicateSimilarURLs: {
    type: 'boolean',
    default: true,
    description:
      'Addresses that differ only in scheme, `www.`, a trailing slash, the name of an index page or the order of query parameters are one page, and so are those with the same canonical address.',
  },
  delay: {
    type: 'number',
    minimum: 0,
    maximum: 600,
    'x-unit': 'seconds',
    description:
      'Seconds between two pages of a host, one page at a time. A longer `Crawl-delay` of its robots.txt counts.',
  },
  ignoreRobotsTxt: {
    type: 'boolean',
    default: false,
    description: 'true is refused unless the operator of the server allows it.',
  },
} as const;

export const crawlRequestSchema = {
  $id: 'CrawlRequest',
  type: 'object',
  properties: {
    ...crawlScopeProperties,
    maxDepth: {
      type: 'integer',
      minimum: 0,
      maximum: 1_000,
      'x-unit': 'path segments',
      description: 'Sent by existing clients: how many path segments a page may have more than the start.',
    },
    maxConcurrency: {
      type: 'integer',
      minimum: 1,
      maximum: 1_000,
      'x-unit': 'pages',
      description:
        'Pages of this job read at the same time; at most what the plan allows all jobs of the account together.',
    },
    webhook: webhookSchema,
    scrapeOptions: scrapeOptionsSchema,
    allowBackwardLinks: { type: 'boolean', description: 'Sent by existing clients: the same as `crawlEntireDomain`.' },
    ignoreSitemap: {
      type: 'boolean',
      description: 'Sent by existing clients: the same as `sitemap: skip`. Not together with `sitemap: only`: 400.',
    },
    prompt: {
      type: 'string',
      maxLength: 10_000,
      description:
        'Sent by existing clients. Ignored, which `warning` says: the other options say which pages are crawled.',
    },
    zeroDataRetention: {
      type: 'boolean',
      description: 'Sent by existing clients. Only false is accepted: results are kept for a day.',
    },
    origin: { type: 'string', maxLength: 200, description: 'Sent by existing clients; accepted and ignored.' },
  },
  required: ['url'],
  additionalProperties: false,
} as const;

type GivenCrawlRequest = FromSchema<typeof crawlRequestSchema>;
export type CrawlRequest = Omit<GivenCrawlRequest, 'scrapeOptions'> & {
  scrapeOptions: WithFormats<GivenCrawlRequest['scrapeOptions']>;
};
