import type { ApiParts } from '../deps.ts';
import type { ApiRouter } from '../router.ts';
import { cancelBatch } from './cancel.ts';
import { createBatch } from './create.ts';
import { batchErrors } from './errors.ts';
import { batchEvents } from './events.ts';
import { listBatches } from './list.ts';
import { batchResults } from './results.ts';
import { retryBatch } from './retry.ts';
import { batchStatus } from './status.ts';

/** Everything under `/v1/batch/scrape`. The `/v1/crawl` spellings are those of clients that people already have. */
export function batchRoutes(router: ApiRouter, parts: ApiParts) {
  const { key } = parts;
  const batch = '/v1/batch/scrape/:id';
  router.post('/v1/batch/scrape', key, createBatch(parts));
  router.get('/v1/batch/scrape', key, listBatches(parts));
  router.get([batch, '/v1/crawl/:id'], key, batchStatus(parts));
  router.delete([batch, '/v1/crawl/:id'], key, cancelBatch(parts));
  router.get([`${batch}/errors`, '/v1/crawl/:id/errors'], key, batchErrors(parts));
  router.delete([`${batch}/errors`, '/v1/crawl/:id/errors'], key, batchErrors(parts));
  router.post(`${batch}/retry`, key, retryBatch(parts));
  router.get(`${batch}/results.ndjson`, key, batchResults(parts));
  router.get(`${batch}/events`, key, batchEvents(parts));
}
