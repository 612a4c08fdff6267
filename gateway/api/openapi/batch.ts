import { batchScrapeRequestSchema } from '../../../contracts/requests/batchScrape.ts';
import { pageItemSchema } from '../../../contracts/results/page.ts';
import { errorResponses, jsonRequestBody, jsonResponse } from './responses.ts';

const progress = {
  success: { const: true },
  id: { type: 'string' },
  status: { enum: ['scraping', 'completed', 'failed', 'cancelled'] },
  total: { type: 'integer', description: 'Count of URLs; never shrinks.' },
  completed: { type: 'integer' },
  failed: { type: 'integer' },
  creditsUsed: { type: 'integer', description: 'One for each page that worked.' },
  expiresAt: { type: 'string', format: 'date-time', description: 'Results live 24 hours.' },
};
const job = { type: 'object', properties: progress, required: Object.keys(progress) };

const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const page = [
  { name: 'offset', in: 'query', schema: { type: 'integer', minimum: 0, default: 0 } },
  { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100, default: 100 } },
];
const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'The same key with the same body gives the same job; with another body, 409.',
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

export const batchPaths = {
  '/v1/batch/scrape': {
    post: operation('createBatch', 'Read many pages', {
      description: 'Up to 100,000 URLs. Credits for all of them are set aside; only pages that worked are charged.',
      parameters: [idempotencyKey],
      requestBody: jsonRequestBody(batchScrapeRequestSchema),
      responses: {
        200: jsonResponse('The job.', {
          type: 'object',
          properties: {
            success: { const: true },
            id: { type: 'string' },
            url: { type: 'string', description: 'Where its status is.' },
            invalidURLs: { type: 'array', items: { type: 'string' }, description: 'With `ignoreInvalidURLs`.' },
          },
          required: ['success', 'id', 'url'],
        }),
        ...errorResponses(400, 401, 402, 409, 413, 415, 429, 500, 503),
      },
    }),
    get: operation('listBatches', 'The jobs of this account, newest first', {
      parameters: page,
      responses: {
        200: jsonResponse('The jobs.', {
          type: 'object',
          properties: { success: { const: true }, data: { type: 'array', items: job } },
          required: ['success', 'data'],
        }),
        ...errorResponses(400, 401, 429),
      },
    }),
  },
  '/v1/batch/scrape/{id}': {
    get: operation('batchStatus', 'Progress and results', {
      parameters: [id, ...page],
      responses: {
        200: jsonResponse(
          'Counters and items of one moment; items in the order of the URLs, settled ones only. Compressed where the caller accepts gzip.',
          {
            type: 'object',
            properties: {
              ...progress,
              next: { type: 'string', description: 'Where there is more; absent at the end.' },
              data: { type: 'array', items: pageItemSchema },
            },
            required: [...job.required, 'data'],
          },
        ),
        ...errorResponses(400, 401, 404, 429),
      },
    }),
    delete: operation('cancelBatch', 'Cancel', {
      description: 'Nothing is added to the job any more; pages that are being read stop within seconds.',
      parameters: [id],
      responses: { 200: jsonResponse('The job, cancelled.', job), ...errorResponses(401, 404, 409) },
    }),
  },
  '/v1/batch/scrape/{id}/errors': {
    get: operation('batchErrors', 'The URLs that failed, and why', {
      parameters: [id],
      responses: {
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
        ...errorResponses(401, 404, 429),
      },
    }),
  },
  '/v1/batch/scrape/{id}/retry': {
    post: operation('retryBatch', 'Read the failed URLs again, in the same job', {
      parameters: [id],
      responses: { 200: jsonResponse('The job, running again.', job), ...errorResponses(401, 402, 404, 409) },
    }),
  },
  '/v1/batch/scrape/{id}/results.ndjson': {
    get: operation('batchResults', 'All results as a stream, a line an item', {
      parameters: [id],
      responses: {
        200: {
          description: 'Newline-delimited JSON; compressed where the caller accepts gzip.',
          content: { 'application/x-ndjson': { schema: pageItemSchema } },
        },
        ...errorResponses(401, 404, 429),
      },
    }),
  },
  '/v1/batch/scrape/{id}/events': {
    get: operation('batchEvents', 'Progress as server-sent events', {
      description: 'An event `progress` with the counters at each change, then one named after the final status.',
      parameters: [id],
      responses: {
        200: { description: 'The events.', content: { 'text/event-stream': { schema: { type: 'string' } } } },
        ...errorResponses(401, 404, 429),
      },
    }),
  },
};
