import { Failure } from '../../../contracts/failures.ts';
import type { Middleware } from '../../http/context.ts';
import type { ApiDeps } from '../deps.ts';
import { cancelJob } from '../jobs/cancel.ts';
import { createBatch } from '../jobs/createBatch.ts';
import { createCrawl } from '../jobs/createCrawl.ts';
import { jobErrors } from '../jobs/errors.ts';
import { map } from '../map.ts';
import { parse, parseFormats } from '../parse.ts';
import type { ApiRouter } from '../router.ts';
import { scrape } from '../scrape.ts';
import { activeCrawls } from './activeCrawls.ts';
import { answerOfExtract, answerOfJob, answerOfMap } from './answers.ts';
import { crawlParamsPreview } from './crawlParamsPreview.ts';
import { extractStatus } from './extractStatus.ts';
import { inWordsOf } from './inWordsOf.ts';
import { v2MonitorRoutes } from './monitors/routes.ts';
import { search } from './search.ts';
import { jobStatus } from './status.ts';
import { usageRoutes } from './usage.ts';

export interface V2Deps extends ApiDeps {
  /** Like `authenticate`, without the rate limit. */
  identify: Middleware;
}

/** The same service in the dialect of today's Firecrawl clients: each route hands on to the one of /v1 in its words. */
export function v2Routes(router: ApiRouter, deps: V2Deps): void {
  const { authenticate, identify, limitConcurrency } = deps;
  router.post('/v2/scrape', authenticate, limitConcurrency, inWordsOf('scrape'), scrape(deps));
  router.post('/v2/parse', authenticate, limitConcurrency, inWordsOf('parse'), parse(deps));
  router.get('/v2/parse/formats', authenticate, parseFormats);
  router.post('/v2/search', authenticate, limitConcurrency, inWordsOf('search'), search(deps));
  router.post('/v2/map', authenticate, limitConcurrency, inWordsOf('map'), answerOfMap, map(deps));
  router.post('/v2/batch/scrape', authenticate, inWordsOf('batch'), answerOfJob, createBatch(deps));
  router.post('/v2/crawl', authenticate, inWordsOf('crawl'), answerOfJob, createCrawl(deps));
  router.post('/v2/crawl/params-preview', authenticate, crawlParamsPreview);
  router.get('/v2/crawl/active', authenticate, activeCrawls(deps));
  router.post('/v2/extract', authenticate, inWordsOf('extract'), answerOfExtract, createBatch(deps));
  router.get('/v2/extract/:id', authenticate, extractStatus(deps));

  const under = (rest = '') => ['/v2/batch/scrape/:id', '/v2/crawl/:id'].map((job) => `${job}${rest}`);
  // Clients take a `next` page that is refused for the end of the list.
  const exceptNextPages: Middleware = (ctx, next) =>
    (ctx.query['skip'] === undefined ? authenticate : identify)(ctx, next);
  router.get(under(), exceptNextPages, jobStatus(deps));
  router.delete(under(), authenticate, cancelJob(deps));
  router.get(under('/errors'), authenticate, jobErrors(deps));
  v2MonitorRoutes(router, deps);
  usageRoutes(router, deps);

  for (const [path, reason] of Object.entries(notSupported))
    router.all([path, `${path}/*rest`], authenticate, refuse(reason));
}

/** What other services of this dialect have, each with a sentence about what to do instead. */
const notSupported: Readonly<Record<string, string>> = {
  '/v2/agent': 'There are no agents here; read pages with /v2/scrape, /v2/crawl or /v2/extract.',
  '/v2/browser': 'There are no browser sessions here; a page is rendered with /v2/scrape if it needs it.',
  '/v2/interact': 'There are no browser sessions here; a page is rendered with /v2/scrape if it needs it.',
  '/v2/research': 'There is no research here; read pages with /v2/scrape, /v2/crawl or /v2/extract.',
};

function refuse(reason: string): Middleware {
  return () => {
    throw new Failure('NotSupported', reason);
  };
}
