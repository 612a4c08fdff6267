import { pageItemSchema } from '../../../../contracts/results/page.ts';
import { parseFormatsSchema, uploadBody } from '../parse.ts';
import { objectOf } from '../schemas.ts';
import { v2JobPaths } from './jobs.ts';
import { v2MonitorPaths } from './monitors.ts';
import { operation } from './operation.ts';
import { extractRequest, mapRequest, scrapeRequest, searchRequest } from './requests.ts';

const url = { type: 'string' };
const success = { const: true };
const id = { type: 'string' };
const count = { type: 'integer' };
const time = { type: 'string', format: 'date-time' };
const exampleUrl = 'https://example.com/';

const searchResults = {
  type: 'array',
  items: objectOf({ url, title: { type: 'string' }, position: count }),
};

function usageOf(unit: 'Credits' | 'Tokens') {
  return objectOf({
    success,
    data: objectOf({
      [`remaining${unit}`]: count,
      [`plan${unit}`]: count,
      billingPeriodStart: time,
      billingPeriodEnd: time,
    }),
  });
}

function historyOf(unit: 'Credits' | 'Tokens') {
  return objectOf({
    success,
    periods: { type: 'array', items: objectOf({ startDate: time, endDate: time, [`total${unit}`]: count }) },
  });
}

/** The dialect of today's Firecrawl clients. */
export const v2Paths = {
  '/v2/scrape': {
    post: operation({
      id: 'v2Scrape',
      summary: 'Read one page',
      description:
        'The options are those of `/v1/scrape`, with `formats` markdown by default. A page that comes with a 404 is a page. Fields that clients send unasked are accepted; one that has a meaning and cannot be honored is refused by name.',
      body: scrapeRequest,
      example: { url: exampleUrl, formats: ['markdown'] },
      answer: objectOf({ success, data: pageItemSchema }),
    }),
  },
  ...v2JobPaths,
  '/v2/parse': {
    post: {
      ...operation({
        id: 'v2Parse',
        summary: 'Read a file',
        description: 'As `/v1/parse` does: a file that has no address, at the price of a page.',
        answer: objectOf({ success, data: pageItemSchema }),
      }),
      requestBody: uploadBody,
    },
  },
  '/v2/parse/formats': {
    get: operation({
      id: 'v2ParseFormats',
      summary: 'Kinds of files that can be read',
      description: 'As `/v1/parse/formats` does.',
      answer: parseFormatsSchema,
    }),
  },
  '/v2/search': {
    post: operation({
      id: 'v2Search',
      summary: 'Search, and read what is found',
      description:
        'Where the operator has a search engine; 501 otherwise. The search costs nothing, and each page that `scrapeOptions` has read what it costs alone.',
      body: searchRequest,
      example: { query: 'lighthouses', limit: 3 },
      answer: objectOf({
        success,
        data: objectOf({}, { web: searchResults, news: searchResults, images: searchResults }),
      }),
    }),
  },
  ...v2MonitorPaths,
  '/v2/map': {
    post: operation({
      id: 'v2Map',
      summary: 'The pages of a site',
      description: 'As `/v1/map` finds them, each with its title and description where they are known.',
      body: mapRequest,
      example: { url: exampleUrl, limit: 100 },
      answer: objectOf({
        success,
        links: {
          type: 'array',
          items: objectOf({ url }, { title: { type: 'string' }, description: { type: 'string' } }),
        },
      }),
    }),
  },
  '/v2/extract': {
    post: operation({
      id: 'v2Extract',
      summary: 'Start to get structured data from several pages',
      description: 'The data of all pages is one answer, which `/v2/extract/{id}` has once they are read.',
      body: extractRequest,
      example: {
        urls: [exampleUrl],
        schema: { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] },
      },
      answer: objectOf({ success, id }, { invalidURLs: { type: 'array', items: url } }),
    }),
  },
  '/v2/extract/{id}': {
    get: operation({
      id: 'v2ExtractStatus',
      summary: 'The data of all pages as one',
      description: 'Polled until `status` is no longer `processing`.',
      idOf: 'extraction',
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
      description: 'A plan without a limit has 9007199254740991: clients expect a number.',
      answer: usageOf('Credits'),
    }),
  },
  '/v2/team/credit-usage/historical': {
    get: operation({
      id: 'v2CreditHistory',
      summary: 'Credits used in the last twelve months',
      description: 'A period for each month, the newest last.',
      answer: historyOf('Credits'),
    }),
  },
  '/v2/team/token-usage': {
    get: operation({
      id: 'v2TokenUsage',
      summary: 'The same in the words of extractions',
      description: 'Extractions are paid for in credits, so tokens are credits.',
      answer: usageOf('Tokens'),
    }),
  },
  '/v2/team/token-usage/historical': {
    get: operation({
      id: 'v2TokenHistory',
      summary: 'The last twelve months in the words of extractions',
      description: 'Extractions are paid for in credits, so tokens are credits.',
      answer: historyOf('Tokens'),
    }),
  },
  '/v2/concurrency-check': {
    get: operation({
      id: 'v2Concurrency',
      summary: 'Pages that are being read',
      description: 'And how many the plan allows at the same time.',
      answer: objectOf({ success, concurrency: count, maxConcurrency: count }),
    }),
  },
  '/v2/team/queue-status': {
    get: operation({
      id: 'v2QueueStatus',
      summary: 'Pages that are being read or waiting',
      description: 'Of all jobs of the account.',
      answer: objectOf({
        success,
        jobsInQueue: count,
        activeJobsInQueue: count,
        waitingJobsInQueue: count,
        maxConcurrency: count,
        mostRecentSuccess: { type: ['string', 'null'], format: 'date-time' },
      }),
    }),
  },
};
