import type { FromSchema } from 'json-schema-to-ts';

const count = { type: 'integer', minimum: 0 } as const;
const time = { type: 'string', format: 'date-time' } as const;

export const changeKinds = ['new', 'changed', 'removed'] as const;
export type ChangeKind = (typeof changeKinds)[number];

export const monitorRunSchema = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    status: {
      enum: ['running', 'completed', 'failed'],
      description: '`failed`: no page could be compared, and `error` says why.',
    },
    isFirst: { type: 'boolean', description: 'The first run only remembers the pages; nothing is new in it.' },
    startedAt: time,
    finishedAt: time,
    pages: { ...count, description: 'Pages that were compared.' },
    unreachable: { ...count, description: 'Pages that could not be read this time; they count as unchanged.' },
    new: count,
    changed: count,
    removed: { ...count, description: 'Pages that answered 404 or 410, twice.' },
    creditsUsed: count,
    error: { type: 'string' },
  },
  required: [
    'id',
    'status',
    'isFirst',
    'startedAt',
    'pages',
    'unreachable',
    'new',
    'changed',
    'removed',
    'creditsUsed',
  ],
  additionalProperties: false,
} as const;

export type MonitorRunResult = FromSchema<typeof monitorRunSchema>;

export const pageChangeSchema = {
  type: 'object',
  properties: {
    url: { type: 'string' },
    change: { enum: changeKinds },
    added: { ...count, description: 'Lines of the markdown that are new.' },
    removed: { ...count, description: 'Lines of the markdown that are gone.' },
    diff: {
      type: 'string',
      description:
        'The change as a unified diff of the markdown, blank lines and whatever changes on every load left out. Absent if the texts have too little in common.',
    },
  },
  required: ['url', 'change'],
  additionalProperties: false,
} as const;

export type PageChange = FromSchema<typeof pageChangeSchema>;

export const monitorSchema = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    name: { type: 'string' },
    urls: { type: 'array', items: { type: 'string' }, description: 'The pages that are watched; empty for a site.' },
    crawl: { type: 'string', description: 'Where the crawl of the watched site starts.' },
    every: { type: 'string' },
    status: { enum: ['active', 'paused'] },
    webhook: { type: 'string', description: 'Its URL, without user name, password and query.' },
    createdAt: time,
    nextRunAt: { ...time, description: 'Absent while the monitor is paused.' },
    lastRun: monitorRunSchema,
  },
  required: ['id', 'urls', 'every', 'status', 'createdAt'],
  additionalProperties: false,
} as const;

export type MonitorResult = FromSchema<typeof monitorSchema>;
