import { pageItemSchema } from '../../../../contracts/results/page.ts';
import { objectOf } from '../schemas.ts';
import { operation } from './operation.ts';
import { batchRequest, crawlRequest } from './requests.ts';

const count = { type: 'integer' };
const address = { type: 'string', format: 'uri' };
const listedUrls = { type: 'array', items: { type: 'string' } };

const counters = objectOf(
  {
    success: { const: true },
    status: { enum: ['scraping', 'completed', 'failed', 'cancelled'] },
    total: count,
    completed: { ...count, description: 'Pages that are settled, those that failed included.' },
    creditsUsed: count,
    expiresAt: { type: 'string', format: 'date-time' },
    data: {
      type: 'array',
      items: pageItemSchema,
      description: 'Pages that were read; failed ones are under `/errors`.',
    },
  },
  { next: { ...address, description: 'Where the list goes on.' }, warning: { type: 'string' } },
);
const started = objectOf(
  { success: { const: true }, id: { type: 'string' }, url: { ...address, description: 'The address of its status.' } },
  { invalidURLs: listedUrls, warning: { type: 'string' } },
);
const failures = objectOf({
  errors: {
    type: 'array',
    items: objectOf({
      id: { type: 'string' },
      timestamp: { type: 'string', format: 'date-time' },
      url: { type: 'string' },
      error: { type: 'string' },
    }),
  },
  robotsBlocked: listedUrls,
});

interface Creation {
  summary: string;
  description: string;
  body: object;
  example: object;
}

function jobPaths(path: string, name: string, create: Creation) {
  return {
    [path]: { post: operation({ id: `start${name}`, answer: started, ...create }) },
    [`${path}/{id}`]: {
      get: operation({
        id: `get${name}`,
        summary: 'Counters and pages of the job',
        description: 'Polled until `status` is no longer `scraping`; `next` leads to the pages that are left.',
        idOf: 'job',
        answer: counters,
      }),
      delete: operation({
        id: `cancel${name}`,
        summary: 'Cancel the job',
        description: 'Pages that were read before are kept and charged.',
        idOf: 'job',
        answer: objectOf({ status: { const: 'cancelled' } }),
      }),
    },
    [`${path}/{id}/errors`]: {
      get: operation({
        id: `get${name}Errors`,
        summary: 'The pages that failed, and why',
        description: 'And those which robots.txt forbids.',
        idOf: 'job',
        answer: failures,
      }),
    },
  };
}

export const v2JobPaths = {
  ...jobPaths('/v2/batch/scrape', 'V2Batch', {
    summary: 'Read a list of pages',
    description: 'A durable job of up to 100,000 pages. Addresses that cannot be read are listed in `invalidURLs`.',
    body: batchRequest,
    example: { urls: ['https://example.com/'] },
  }),
  ...jobPaths('/v2/crawl', 'V2Crawl', {
    summary: 'Read a site',
    description: 'Reads a page, those of its sitemaps, and whatever they link to within the site.',
    body: crawlRequest,
    example: { url: 'https://example.com/', limit: 10 },
  }),
  '/v2/crawl/active': {
    get: operation({
      id: 'v2ActiveCrawls',
      summary: 'The crawls that are running',
      description: 'Of this account, each with its options.',
      answer: objectOf({
        success: { const: true },
        crawls: {
          type: 'array',
          items: objectOf({ id: { type: 'string' }, url: { type: 'string' }, options: { type: 'object' } }),
        },
      }),
    }),
  },
};
