import { pageItemSchema } from '../../../contracts/results/page.ts';
import { jsonResponse, v2ErrorResponses } from './responses.ts';
import { objectOf } from './schemas.ts';

const url = { type: 'string', description: 'http or https, public.' };
const urls = { type: 'array', items: { type: 'string' }, minItems: 1 };
const success = { const: true };
const id = { type: 'string' };
const count = { type: 'integer' };
const time = { type: 'string', format: 'date-time' };
const idParameter = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };

const counters = objectOf(
  {
    success,
    status: { enum: ['scraping', 'completed', 'failed', 'cancelled'] },
    total: count,
    completed: { ...count, description: 'Pages that are settled, those that failed included.' },
    creditsUsed: count,
    expiresAt: time,
    data: {
      type: 'array',
      items: pageItemSchema,
      description: 'Pages that were read; failed ones are under `/errors`.',
    },
  },
  { next: { type: 'string', description: 'Where the list goes on.' }, warning: { type: 'string' } },
);
const started = objectOf({ success, id, url: { type: 'string' } }, { invalidURLs: urls, warning: { type: 'string' } });

interface Operation {
  id: string;
  summary: string;
  description?: string;
  /** Of the body; none for a request without. */
  body?: object;
  hasId?: boolean;
  answer: object;
}

function operation({ id: operationId, summary, description, body, hasId, answer }: Operation) {
  return {
    tags: ['Firecrawl clients'],
    operationId,
    summary,
    ...(description && { description }),
    ...(hasId && { parameters: [idParameter] }),
    ...(body && { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
    responses: { 200: jsonResponse('The answer.', answer), ...v2ErrorResponses },
  };
}

function jobPaths(path: string, name: string, create: { summary: string; body: object }) {
  return {
    [path]: { post: operation({ id: `start${name}`, answer: started, ...create }) },
    [`${path}/{id}`]: {
      get: operation({ id: `get${name}`, summary: 'Counters and pages of the job', hasId: true, answer: counters }),
      delete: operation({
        id: `cancel${name}`,
        summary: 'Cancel the job',
        hasId: true,
        answer: objectOf({ status: { const: 'cancelled' } }),
      }),
    },
    [`${path}/{id}/errors`]: {
      get: operation({
        id: `get${name}Errors`,
        summary: 'The pages that failed, and why',
        hasId: true,
        answer: objectOf({ errors: { type: 'array', items: { type: 'object' } }, robotsBlocked: urls }),
      }),
    },
  };
}

/** The dialect of today's Firecrawl clients, in short: what its fields mean is described with the operations of /v1. */
export const v2Paths = {
  '/v2/scrape': {
    post: operation({
      id: 'v2Scrape',
      summary: 'Read one page',
      description:
        'The options are those of `/v1/scrape`, with `formats` markdown by default. A page that comes with a 404 is a page. Fields that clients send unasked are accepted; one that has a meaning and cannot be honored is refused by name.',
      body: objectOf({ url }),
      answer: objectOf({ success, data: pageItemSchema }),
    }),
  },
  ...jobPaths('/v2/batch/scrape', 'V2Batch', { summary: 'Read a list of pages', body: objectOf({ urls }) }),
  ...jobPaths('/v2/crawl', 'V2Crawl', { summary: 'Read a site', body: objectOf({ url }) }),
  '/v2/crawl/active': {
    get: operation({
      id: 'v2ActiveCrawls',
      summary: 'The crawls that are running',
      answer: objectOf({ success, crawls: { type: 'array', items: { type: 'object' } } }),
    }),
  },
  '/v2/map': {
    post: operation({
      id: 'v2Map',
      summary: 'The pages of a site',
      body: objectOf({ url }),
      answer: objectOf({
        success,
        links: {
          type: 'array',
          items: objectOf({ url: { type: 'string' } }, { title: { type: 'string' }, description: { type: 'string' } }),
        },
      }),
    }),
  },
  '/v2/extract': {
    post: operation({
      id: 'v2Extract',
      summary: 'Start to get structured data from several pages',
      body: objectOf({ urls }, { schema: { type: 'object' }, prompt: { type: 'string' } }),
      answer: objectOf({ success, id }),
    }),
  },
  '/v2/extract/{id}': {
    get: operation({
      id: 'v2ExtractStatus',
      summary: 'The data of all pages as one',
      hasId: true,
      answer: objectOf(
        {
          success: { type: 'boolean' },
          status: { enum: ['processing', 'completed', 'failed', 'cancelled'] },
          expiresAt: time,
        },
        { data: {}, error: { type: 'string' }, warning: { type: 'string' }, creditsUsed: count },
      ),
    }),
  },
  '/v2/team/credit-usage': {
    get: operation({
      id: 'v2CreditUsage',
      summary: 'Credits left this month',
      answer: objectOf({
        success,
        data: objectOf({
          remainingCredits: count,
          planCredits: count,
          billingPeriodStart: time,
          billingPeriodEnd: time,
        }),
      }),
    }),
  },
  '/v2/concurrency-check': {
    get: operation({
      id: 'v2Concurrency',
      summary: 'Pages that are being read',
      answer: objectOf({ success, concurrency: count, maxConcurrency: count }),
    }),
  },
  '/v2/team/queue-status': {
    get: operation({
      id: 'v2QueueStatus',
      summary: 'Pages that are being read or waiting',
      answer: objectOf({
        success,
        jobsInQueue: count,
        activeJobsInQueue: count,
        waitingJobsInQueue: count,
        maxConcurrency: count,
      }),
    }),
  },
};
