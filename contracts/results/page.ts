import type { FromSchema } from 'json-schema-to-ts';
import { actionResultsSchema } from './actions.ts';
import { brandingProfileSchema } from './branding.ts';

export const pageMetadataSchema = {
  type: 'object',
  description: 'What the page says about itself, and how it was read.',
  properties: {
    title: { type: 'string', description: 'The `<title>`, or the main heading if that says something else.' },
    description: { type: 'string' },
    language: { type: 'string', description: 'BCP 47, as the page declares it.' },
    author: { type: 'string' },
    published: {
      type: 'string',
      description: 'As declared or shown beside the heading, in ISO 8601 if it can be parsed.',
    },
    modified: { type: 'string', description: 'Like `published`: when the page was last changed.' },
    siteName: { type: 'string', description: 'The name of the site, also where `og:site_name` is missing.' },
    canonical: { type: 'string' },
    ogTitle: { type: 'string' },
    ogDescription: { type: 'string' },
    ogImage: { type: 'string' },
    ogSiteName: { type: 'string' },
    ogType: { type: 'string' },
    pageType: {
      enum: ['article', 'collection', 'documentation', 'forum', 'listing', 'product', 'service'],
      description: 'The kind of page, judged by its structure; absent where that is not clear.',
    },
    sourceURL: { type: 'string', description: 'The requested URL, without user name and password.' },
    url: { type: 'string', description: 'The URL that answered, after redirects.' },
    statusCode: { type: 'integer' },
    contentType: { type: 'string' },
    numPages: { type: 'integer', description: 'The pages of a PDF or of a TIFF image, read or not.' },
    width: { type: 'integer', description: 'Of an image, in pixels.' },
    height: { type: 'integer', description: 'Of an image, in pixels.' },
    engine: { enum: ['http', 'browser'] },
    engineReason: { type: 'string', description: 'Why the browser was used.' },
    creditsUsed: { type: 'integer', description: 'What the page cost.' },
    depth: { type: 'integer', description: 'In a crawl: how many links away from the start it was found.' },
    discoveredFrom: { type: 'string', description: 'In a crawl: the page or sitemap in which it was found first.' },
    duplicateOf: {
      type: 'string',
      description:
        'In a crawl: the page with the same content. If this one redirects there or names it as canonical, it has no content and costs nothing.',
    },
  },
  required: ['sourceURL'],
  additionalProperties: false,
} as const;

/** One page's result: an element of a batch's `data`, and the `data` of `/scrape`. */
export const pageItemSchema = {
  type: 'object',
  properties: {
    url: { type: 'string', description: 'The requested URL, without user name and password.' },
    markdown: { type: 'string' },
    html: { type: 'string', description: 'The cleaned HTML.' },
    rawHtml: { type: 'string', description: 'The HTML as the site sent it.' },
    links: { type: 'array', items: { type: 'string' } },
    images: {
      type: 'array',
      items: { type: 'string' },
      description: 'The pictures of the page, each once, in the largest size that it offers.',
    },
    attributes: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          selector: { type: 'string' },
          attribute: { type: 'string' },
          values: { type: 'array', items: { type: 'string' }, description: 'In the order of the page.' },
        },
        required: ['selector', 'attribute', 'values'],
        additionalProperties: false,
      },
      description: 'For each of the `selectors`, in their order.',
    },
    summary: { type: 'string', description: 'By the language model; without one, the leading sentences of the page.' },
    json: { description: 'The data; it satisfies the `schema` of the format.' },
    changeTracking: {
      type: 'object',
      properties: {
        previousScrapeAt: { type: ['string', 'null'], description: 'When it was read last; null if it is new.' },
        changeStatus: { enum: ['new', 'same', 'changed', 'removed'] },
        visibility: { const: 'visible' },
        diff: {
          type: 'object',
          properties: { text: { type: 'string', description: 'A unified diff of the markdown.' } },
          required: ['text'],
          additionalProperties: false,
        },
        json: {
          type: 'object',
          description: 'Of the json mode: each field that differs, as it was and as it is.',
          additionalProperties: {
            type: 'object',
            properties: { previous: {}, current: {} },
            required: ['previous', 'current'],
            additionalProperties: false,
          },
        },
      },
      required: ['previousScrapeAt', 'changeStatus', 'visibility'],
      additionalProperties: false,
    },
    screenshot: { type: 'string', description: 'A signed address of the picture, valid for as long as the result.' },
    actions: { ...actionResultsSchema, description: 'What the `actions` of the request have given.' },
    branding: { ...brandingProfileSchema, description: 'As `/v1/branding` has it, with all of its groups.' },
    warning: { type: 'string', description: 'What could not be had of the page, and why.' },
    error: { type: 'string' },
    metadata: pageMetadataSchema,
  },
  required: ['url', 'metadata'],
  additionalProperties: false,
} as const;

export type PageMetadata = FromSchema<typeof pageMetadataSchema>;
export type PageItem = FromSchema<typeof pageItemSchema>;
