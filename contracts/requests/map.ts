import type { FromSchema } from 'json-schema-to-ts';
import { urlSchema } from './url.ts';

export const maxMapLinks = 100_000;

export const mapRequestSchema = {
  $id: 'MapRequest',
  type: 'object',
  properties: {
    url: { ...urlSchema, description: 'A page of the site: http or https, public.' },
    search: {
      type: 'string',
      maxLength: 500,
      description: 'Pages whose address, title or description has these words come first.',
    },
    sitemap: {
      enum: ['include', 'only', 'skip'],
      default: 'include',
      description: 'Whether to read sitemaps beside the links of the page, instead of them, or not at all.',
    },
    includeSubdomains: {
      type: 'boolean',
      default: true,
      description: 'Pages of all hosts of the domain, not only of this one.',
    },
    ignoreQueryParameters: {
      type: 'boolean',
      default: true,
      description: 'Addresses that differ only after the `?` are one page, listed without it.',
    },
    limit: {
      type: 'integer',
      minimum: 1,
      maximum: maxMapLinks,
      'x-unit': 'links',
      default: 5_000,
      description: 'The most links to return.',
    },
    timeout: {
      type: 'integer',
      minimum: 1_000,
      maximum: 120_000,
      'x-unit': 'milliseconds',
      default: 30_000,
      description: 'Milliseconds after which what has been found is returned.',
    },
    ignoreSitemap: { type: 'boolean', description: 'Sent by existing clients: the same as `sitemap: skip`.' },
    sitemapOnly: {
      type: 'boolean',
      description: 'Sent by existing clients: the same as `sitemap: only`. Not together with `ignoreSitemap`: 400.',
    },
    useIndex: { type: 'boolean', description: 'Sent by existing clients; accepted and ignored.' },
    origin: { type: 'string', maxLength: 200, description: 'Sent by existing clients; accepted and ignored.' },
  },
  required: ['url'],
  additionalProperties: false,
} as const;

export type MapRequest = FromSchema<typeof mapRequestSchema>;
