import { pagePrice } from '../../../contracts/prices.ts';
import { batchScrapeRequestSchema } from '../../../contracts/requests/batchScrape.ts';
import { crawlRequestSchema } from '../../../contracts/requests/crawl.ts';
import { pageItemSchema } from '../../../contracts/results/page.ts';
import { errorResponses, jsonRequestBody, jsonResponse } from './responses.ts';
import { idParameter, objectOf, pageParameters } from './schemas.ts';

const counters = {
  id: { type: 'string' },
  status: { enum: ['scraping', 'completed', 'failed', 'cancelled'] },
  total: {
    type: 'integer',
    description: 'The number of URLs; of a crawl, those that it has accepted so far. It never decreases.',
  },
  completed: { type: 'integer' },
  failed: { type: 'integer' },
  creditsUsed: {
    type: 'integer',
    description: `${pagePrice} for each page that was read, and more for those with a format that costs more.`,
  },
  expiresAt: {
    type: 'string',
    format: 'date-time',
    description:
      'Results are kept for 24 hours. A job that runs for long is kept until it has ended and then for a day, so this moves.',
  },
};
const progress = { success: { const: true }, ...counters };
const warning = {
  type: 'string',
  description: 'Of a crawl: what its caller should know, such as that it ended with the balance.',
};
const listed = { ...counters, createdAt: { type: 'string', format: 'date-time' } };
const listedCrawl = { ...listed, origin: { type: 'string', description: 'Where the crawl started.' } };
const jobSchema = objectOf(progress, { warning });

const jobId = idParameter('job');
const cursorParameter = {
  name: 'cursor',
  in: 'query',
  description:
    'Instead of `offset`, for reading pages while the job runs: empty at first, then the `cursor` of the answer before. ' +
    'The answer has the pages that have settled since, in any order, each once, also if it comes from another gateway. ' +
    'When the job has ended and `data` is empty, that was all.',
  schema: { type: 'string', maxLength: 4_000, pattern: '^(\\d+(\\.\\d+\\.\\d+)*)?$' },
};
const idempotencyKeyParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Repeating a request with the same key and body returns the same job; the same key with another body is answered with 409.',
  schema: { type: 'string', maxLength: 255 },
};

/** A kind of job, as its operations are called. */
interface Kind {
  tag: string;
  path: string;
  /** In the ids of its operations, at the start and inside. */
  id: string;
  name: string;
}

const batches: Kind = { tag: 'Batches', path: '/v1/batch/scrape', id: 'batch', name: 'Batch' };
const crawls: Kind = { tag: 'Crawls', path: '/v1/crawl', id: 'crawl', name: 'Crawl' };

const eventSchema = objectOf({
  event: { enum: ['progress', 'completed', 'failed', 'cancelled'] },
  data: { type: 'string', contentMediaType: 'application/json', contentSchema: objectOf(counters, { warning }) },
});

const errorsResponses = {
  200: jsonResponse('The failures.', {
    type: 'object',
    properties: {
      success: { const: true },
      errors: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            id: { type: 'string' },
            timestamp: { type: 'string', format: 'date-time' },
            url: { type: 'string' },
            error: { type: 'string' },
          },
          required: ['id', 'timestamp', 'url', 'error'],
        },
      },
      robotsBlocked: { type: 'array', items: { type: 'string' } },
    },
    required: ['success', 'errors', 'robotsBlocked'],
  }),
  ...errorResponses(404),
};

const created = {
  success: { const: true },
  id: { type: 'string' },
  url: { type: 'string', format: 'uri', description: 'The address of its status.' },
};
const creationErrors = errorResponses(400, 402, 409, 413, 415);

function listOperation({ tag, name, id }: Kind, items: object) {
  return {
    tags: [tag],
    operationId: `list${name}${id === 'batch' ? 'es' : 's'}`,
    summary: 'The jobs of this account, newest first',
    description: 'Those that have not expired, with their counters and without their pages.',
    parameters: pageParameters,
    responses: {
      200: jsonResponse('The jobs.', objectOf({ success: { const: true }, data: { type: 'array', items } })),
      ...errorResponses(400),
    },
  };
}

/** What can be done with a job; it is the same for both kinds. */
function jobPaths({ tag, path, id, name }: Kind) {
  const operation = (operationId: string, summary: string, rest: object) => ({
    tags: [tag],
    operationId,
    summary,
    parameters: [jobId],
    ...rest,
  });
  return {
    [`${path}/{id}`]: {
      get: operation(`${id}Status`, 'Progress and results', {
        description: 'Polled until `status` is no longer `scraping`; `next` leads to the items that are left.',
        parameters: [jobId, ...pageParameters, cursorParameter],
        responses: {
          200: jsonResponse(
            'A consistent snapshot of counters and items. Only settled items are listed, in the order of the URLs or of their discovery. Compressed if the caller accepts gzip.',
            objectOf(
              { ...progress, data: { type: 'array', items: pageItemSchema } },
              {
                warning,
                next: {
                  type: 'string',
                  format: 'uri',
                  description: 'The address of the next items; absent at the end.',
                },
                cursor: { type: 'string', description: 'With `cursor` in the request: the one for the next request.' },
              },
            ),
          ),
          ...errorResponses(400, 404),
        },
      }),
      delete: operation(`cancel${name}`, 'Cancel it', {
        description: 'From now on nothing is added to the job; pages that are being read are stopped within seconds.',
        responses: { 200: jsonResponse('The cancelled job.', jobSchema), ...errorResponses(404, 409) },
      }),
    },
    [`${path}/{id}/errors`]: {
      get: operation(`${id}Errors`, 'The URLs that failed, and why', {
        description: 'And those which robots.txt forbids.',
        responses: errorsResponses,
      }),
      delete: operation(`${id}ErrorsByDelete`, 'The same; some clients ask for it with this method', {
        description: 'Nothing is deleted.',
        deprecated: true,
        responses: errorsResponses,
      }),
    },
    [`${path}/{id}/retry`]: {
      post: operation(`retry${name}`, 'Read the failed URLs again, in the same job', {
        description: 'A job that has ended runs again; what it has read is neither read nor charged again.',
        responses: {
          200: jsonResponse('The job, which is running again.', jobSchema),
          ...errorResponses(402, 404, 409),
        },
      }),
    },
    [`${path}/{id}/results.ndjson`]: {
      get: operation(`${id}Results`, 'All results as a stream, one line per item', {
        description: 'Settled items in order; of a job that still runs, those that are settled by then.',
        responses: {
          200: {
            description: 'Newline-delimited JSON; compressed if the caller accepts gzip.',
            content: { 'application/x-ndjson': { schema: pageItemSchema } },
          },
          ...errorResponses(404),
        },
      }),
    },
    [`${path}/{id}/events`]: {
      get: operation(`${id}Events`, 'Progress as server-sent events', {
        description:
          'An event `progress` with the counters after each change, then one event named after the final status. A stream ends after 15 minutes; a client that connects again with `Last-Event-ID` gets no event twice.',
        responses: {
          200: {
            description: 'The events; the schema is that of one.',
            content: { 'text/event-stream': { schema: eventSchema } },
          },
          ...errorResponses(404),
        },
      }),
    },
  };
}

export const batchPaths = {
  [batches.path]: {
    post: {
      tags: [batches.tag],
      operationId: 'createBatch',
      summary: 'Read many pages',
      description: 'Up to 100,000 URLs. Credits for all of them are reserved; only pages that were read are charged.',
      parameters: [idempotencyKeyParameter],
      requestBody: jsonRequestBody(batchScrapeRequestSchema, { urls: ['https://example.com/'] }),
      responses: {
        200: jsonResponse(
          'The new job.',
          objectOf(created, {
            invalidURLs: {
              type: 'array',
              items: { type: 'string' },
              description: 'The URLs that were left out, if `ignoreInvalidURLs` is set.',
            },
          }),
        ),
        ...creationErrors,
      },
    },
    get: listOperation(batches, objectOf(listed)),
  },
  ...jobPaths(batches),
};

export const crawlPaths = {
  [crawls.path]: {
    post: {
      tags: [crawls.tag],
      operationId: 'createCrawl',
      summary: 'Read a site',
      description:
        'Reads a page, the pages of its sitemaps, and whatever they link to within the site, each once, in order of discovery. ' +
        `Costs ${pagePrice} credit for each page that was read, or more by its formats; when the balance ends, so does the crawl.`,
      parameters: [idempotencyKeyParameter],
      requestBody: jsonRequestBody(crawlRequestSchema, { url: 'https://example.com/', limit: 10 }),
      responses: { 200: jsonResponse('The new job.', objectOf(created)), ...creationErrors },
    },
    get: listOperation(crawls, objectOf(listedCrawl, { warning })),
  },
  ...jobPaths(crawls),
};
