import type { ApiDeps } from '../deps.ts';
import type { ApiRouter } from '../router.ts';
import { cancelBatch } from './cancel.ts';
import { createBatch } from './create.ts';
import { batchErrors } from './errors.ts';
import { batchEvents } from './events.ts';
import { listBatches } from './list.ts';
import { batchResults } from './results.ts';
import { retryBatch } from './retry.ts';
import { batchStatus } from './status.ts';

/** Everything under `/v1/batch/scrape`. Existing clients poll batches under `/v1/crawl` as well. */
export function batchRoutes(router: ApiRouter, deps: ApiDeps): void {
  const { authenticate } = deps;
  const batch = '/v1/batch/scrape/:id';
  router.post('/v1/batch/scrape', authenticate, createBatch(deps));
  router.get('/v1/batch/scrape', authenticate, listBatches(deps));
  router.get([batch, '/v1/crawl/:id'], authenticate, batchStatus(deps));
  router.delete([batch, '/v1/crawl/:id'], authenticate, cancelBatch(deps));
  router.get([`${batch}/errors`, '/v1/crawl/:id/errors'], authenticate, batchErrors(deps));
  router.delete([`${batch}/errors`, '/v1/crawl/:id/errors'], authenticate, batchErrors(deps));
  router.post(`${batch}/retry`, authenticate, retryBatch(deps));
  router.get(`${batch}/results.ndjson`, authenticate, batchResults(deps));
  router.get(`${batch}/events`, authenticate, batchEvents(deps));
}
