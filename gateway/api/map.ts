import { randomUUID } from 'node:crypto';
import { Failure } from '../../contracts/failures.ts';
import type { MapRequest } from '../../contracts/requests/map.ts';
import type { PageOptions } from '../../contracts/requests/pageOptions.ts';
import { mapWorkflowId } from '../../contracts/work/ids.ts';
import type { MapOptions } from '../../contracts/work/map.ts';
import { callerOf, type Middleware } from '../http/context.ts';
import type { ApiDeps } from './deps.ts';
import { publicUrl } from './publicUrl.ts';
import type { ApiRouter } from './router.ts';
import { storedResult } from './storedResult.ts';

/** `POST /v1/map`: the pages of a site, while the caller waits. */
export function mapRoute(router: ApiRouter, deps: ApiDeps): void {
  router.post('/v1/map', deps.authenticate, deps.limitConcurrency, map(deps));
}

export function map({ requests, settings, storage, flows }: ApiDeps): Middleware {
  return async (ctx) => {
    const { url: givenUrl, ...given } = (await requests.read(ctx, 'map')).request;
    const url = publicUrl('url', givenUrl, settings);
    const options = mapOptions(given);
    const { account, requestId } = callerOf(ctx);
    const { id: job } = await storage.answers.open({ id: randomUUID(), account, question: { url, options } });
    ctx.state.job = job;
    const work = { account, requestId, job, url, options, page: pageOptions(options) };
    await flows.run(ctx.res, 'map', mapWorkflowId(job), work);
    ctx.type = 'json';
    ctx.body = storedResult(await storage.answers.text(job), job);
  };
}

function mapOptions({ ignoreSitemap, sitemapOnly, useIndex: _, origin: __, ...given }: Omit<MapRequest, 'url'>) {
  if (ignoreSitemap && sitemapOnly)
    throw new Failure('InvalidRequest', '`ignoreSitemap` and `sitemapOnly` contradict each other.');
  const sitemap = sitemapOnly ? 'only' : ignoreSitemap ? 'skip' : given.sitemap;
  return { ...given, sitemap } satisfies MapOptions;
}

/** The start page as it is: its links, wherever they stand, and the feeds that its head names. */
function pageOptions({ timeout }: MapOptions): PageOptions {
  return {
    formats: ['rawHtml'],
    onlyMainContent: false,
    waitFor: 0,
    timeout,
    mobile: false,
    engine: 'auto',
    maxAge: 0,
  };
}
