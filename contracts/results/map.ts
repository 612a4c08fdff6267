import type { FromSchema } from 'json-schema-to-ts';

const mappedPageSchema = {
  type: 'object',
  properties: {
    url: { type: 'string' },
    title: { type: 'string', description: 'As the site names it: in a feed, a sitemap or the text of a link.' },
    description: { type: 'string' },
    lastModified: { type: 'string', description: 'As the sitemap says.' },
  },
  required: ['url'],
  additionalProperties: false,
} as const;

export type MappedPage = FromSchema<typeof mappedPageSchema>;

export const mapResultSchema = {
  type: 'object',
  properties: {
    success: { const: true },
    links: { type: 'array', items: { type: 'string' }, description: 'The pages of the site, each once.' },
    pages: { type: 'array', items: mappedPageSchema, description: 'The same, with what is known of each.' },
    warning: { type: 'string', description: 'What is missing, and why.' },
  },
  required: ['success', 'links', 'pages'],
  additionalProperties: false,
} as const;

export type MapResult = FromSchema<typeof mapResultSchema>;
