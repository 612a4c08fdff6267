import type { FromSchema } from 'json-schema-to-ts';
import { type GivenPageOptions, type PageOptions, pageOptionProperties } from './pageOptions.ts';

export const searchSources = ['web', 'news', 'images'] as const;
export type SearchSource = (typeof searchSources)[number];

export const timeRanges = ['day', 'week', 'month', 'year'] as const;

export const searchRequestSchema = {
  $id: 'SearchRequest',
  type: 'object',
  properties: {
    query: { type: 'string', minLength: 1, maxLength: 500, description: 'As one would type it into a search engine.' },
    limit: { type: 'integer', minimum: 1, maximum: 100, default: 10, description: 'Results of each source, at most.' },
    sources: {
      type: 'array',
      items: { enum: searchSources },
      minItems: 1,
      uniqueItems: true,
      default: ['web'],
      description: 'What to search for.',
    },
    timeRange: { enum: timeRanges, description: 'How old results may be.' },
    timeout: {
      type: 'integer',
      minimum: 1_000,
      maximum: 300_000,
      'x-unit': 'milliseconds',
      default: 60_000,
      description: 'Milliseconds after which the search fails.',
    },
    scrapeOptions: {
      type: 'object',
      properties: pageOptionProperties,
      required: ['formats', 'onlyMainContent', 'waitFor', 'timeout', 'mobile', 'engine', 'maxAge'],
      additionalProperties: false,
      description: 'How the pages that are found are read; without it, they are only listed.',
    },
    origin: { type: 'string', maxLength: 200, description: 'Sent by existing clients; accepted and ignored.' },
  },
  required: ['query'],
  additionalProperties: false,
} as const;

/** The options of pages are named again, because they are nested too deep for their type to be inferred here. */
type Search = Omit<FromSchema<typeof searchRequestSchema>, 'scrapeOptions'>;
export type GivenSearchRequest = Search & { scrapeOptions?: GivenPageOptions };
export type SearchRequest = Search & { scrapeOptions?: PageOptions };
