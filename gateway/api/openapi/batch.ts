import { pagePrice } from '../../../contracts/prices.ts';
import { batchScrapeRequestSchema } from '../../../contracts/requests/batchScrape.ts';
import { pageItemSchema } from '../../../contracts/results/page.ts';
import { errorResponses, jsonRequestBody, jsonResponse } from './responses.ts';
import { objectOf, pageParameters } from './schemas.ts';

const counters = {
  id: { type: 'string' },
  status: { enum: ['scraping', 'completed', 'failed', 'cancelled'] },
  total: { type: 'integer', description: 'The number of URLs; it never decreases.' },
  completed: { type: 'integer' },
  failed: { type: 'integer' },
  creditsUsed: { type: 'integer', description: `${pagePrice} for each page that was read.` },
  expiresAt: {
    type: 'string',
    format: 'date-time',
    description:
      'Results are kept for 24 hours. A job that runs for long is kept until it has ended and then for a day, so this moves.',
  },
};
const progress = { success: { const: true }, ...counters };
const listed = { ...counters, createdAt: { type: 'string', format: 'date-time' } };
const jobSchema = objectOf(progress);

const idParameter = { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } };
const idempotencyKeyParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Repeating a request with the same key and body returns the same job; the same key with another body is answered with 409.',
  schema: { type: 'string', maxLength: 255 },
};

function operation(operationId: string, summary: string, rest: object) {
  return {
    tags: ['Batches'],
    operationId,
    summary,
    ...rest,
  };
}

const eventSchema = objectOf({
  event: { enum: ['progress', 'completed', 'failed', 'cancelled'] },
  data: { type: 'string', contentMediaType: 'application/json', contentSchema: objectOf(counters) },
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

export const batchPaths = {
  '/v1/batch/scrape': {
    post: operation('createBatch', 'Read many pages', {
      description: 'Up to 100,000 URLs. Credits for all of them are reserved; only pages that were read are charged.',
      parameters: [idempotencyKeyParameter],
      requestBody: jsonRequestBody(batchScrapeRequestSchema),
      responses: {
        200: jsonResponse('The new job.', {
          type: 'object',
          properties: {
            success: { const: true },
            id: { type: 'string' },
            url: { type: 'string', description: 'The address of its status.' },
            invalidURLs: {
              type: 'array',
              items: { type: 'string' },
              description: 'The URLs that were left out, if `ignoreInvalidURLs` is set.',
            },
          },
          required: ['success', 'id', 'url'],
        }),
        ...errorResponses(400, 402, 409, 413, 415),
      },
    }),
    get: operation('listBatches', 'The jobs of this account, newest first', {
      parameters: pageParameters,
      responses: {
        200: jsonResponse('The jobs.', {
          type: 'object',
          properties: { success: { const: true }, data: { type: 'array', items: objectOf(listed) } },
          required: ['success', 'data'],
        }),
        ...errorResponses(400),
      },
    }),
  },
  '/v1/batch/scrape/{id}': {
    get: operation('batchStatus', 'Progress and results', {
      parameters: [idParameter, ...pageParameters],
      responses: {
        200: jsonResponse(
          'A consistent snapshot of counters and items. Only settled items are listed, in the order of the URLs. Compressed if the caller accepts gzip.',
          {
            type: 'object',
            properties: {
              ...progress,
              next: { type: 'string', description: 'The address of the next items; absent at the end.' },
              data: { type: 'array', items: pageItemSchema },
            },
            required: [...jobSchema.required, 'data'],
          },
        ),
        ...errorResponses(400, 404),
      },
    }),
    delete: operation('cancelBatch', 'Cancel a batch', {
      description: 'From now on nothing is added to the job; pages that are being read are stopped within seconds.',
      parameters: [idParameter],
      responses: { 200: jsonResponse('The cancelled job.', jobSchema), ...errorResponses(404, 409) },
    }),
  },
  '/v1/batch/scrape/{id}/errors': {
    get: operation('batchErrors', 'The URLs that failed, and why', {
      parameters: [idParameter],
      responses: errorsResponses,
    }),
    delete: operation('batchErrorsByDelete', 'The same; some clients ask for it with this method', {
      deprecated: true,
      parameters: [idParameter],
      responses: errorsResponses,
    }),
  },
  '/v1/batch/scrape/{id}/retry': {
    post: operation('retryBatch', 'Read the failed URLs again, in the same job', {
      parameters: [idParameter],
      responses: {
        200: jsonResponse('The job, which is running again.', jobSchema),
        ...errorResponses(402, 404, 409),
      },
    }),
  },
  '/v1/batch/scrape/{id}/results.ndjson': {
    get: operation('batchResults', 'All results as a stream, one line per item', {
      parameters: [idParameter],
      responses: {
        200: {
          description: 'Newline-delimited JSON; compressed if the caller accepts gzip.',
          content: { 'application/x-ndjson': { schema: pageItemSchema } },
        },
        ...errorResponses(404),
      },
    }),
  },
  '/v1/batch/scrape/{id}/events': {
    get: operation('batchEvents', 'Progress as server-sent events', {
      description:
        'An event `progress` with the counters after each change, then one event named after the final status. A stream ends after 15 minutes; a client that connects again with `Last-Event-ID` gets no event twice.',
      parameters: [idParameter],
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
