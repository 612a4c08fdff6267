import type { ApiDeps } from '../deps.ts';
import type { ApiRouter } from '../router.ts';
import { cancelJob } from './cancel.ts';
import { createBatch } from './createBatch.ts';
import { createCrawl } from './createCrawl.ts';
import { jobErrors } from './errors.ts';
import { jobEventStream } from './events.ts';
import { listJobs } from './list.ts';
import { jobResults } from './results.ts';
import { retryJob } from './retry.ts';
import { jobStatus } from './status.ts';

/** Everything under `/v1/batch/scrape` and `/v1/crawl`. A job answers under both: existing clients poll batches as crawls. */
export function jobRoutes(router: ApiRouter, deps: ApiDeps): void {
  const { authenticate } = deps;
  const under = (rest = '') => ['/v1/batch/scrape/:id', '/v1/crawl/:id'].map((job) => `${job}${rest}`);
  router.post('/v1/batch/scrape', authenticate, createBatch(deps));
  router.get('/v1/batch/scrape', authenticate, listJobs(deps, 'batch'));
  router.post('/v1/crawl', authenticate, createCrawl(deps));
  router.get('/v1/crawl', authenticate, listJobs(deps, 'crawl'));
  router.get(under(), authenticate, jobStatus(deps));
  router.delete(under(), authenticate, cancelJob(deps));
  router.get(under('/errors'), authenticate, jobErrors(deps));
  router.delete(under('/errors'), authenticate, jobErrors(deps));
  router.post(under('/retry'), authenticate, retryJob(deps));
  router.get(under('/results.ndjson'), authenticate, jobResults(deps));
  router.get(under('/events'), authenticate, jobEventStream(deps));
}
