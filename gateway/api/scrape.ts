import { randomUUID } from 'node:crypto';
import { callerOf, type Middleware } from '../http/context.ts';
import { whileConnected } from '../http/whileConnected.ts';
import type { ApiDeps } from './deps.ts';
import { checkOptions } from './options.ts';
import { publicUrl } from './publicUrl.ts';
import type { ApiRouter } from './router.ts';
import { createSinglePages, sendPage } from './singlePages.ts';

/** `POST /v1/scrape`: one page, while the caller waits. */
export function scrapeRoute(router: ApiRouter, deps: ApiDeps): void {
  router.post('/v1/scrape', deps.authenticate, deps.limitConcurrency, scrape(deps));
}

export function scrape(deps: ApiDeps): Middleware {
  const { requests, settings } = deps;
  const pages = createSinglePages(deps);
  return async (ctx) => {
    const { request } = await requests.read(ctx, 'scrape');
    const { url, origin: _, ...options } = request;
    const { account, requestId } = callerOf(ctx);
    const job = randomUUID();
    ctx.state.job = job;
    const work = {
      job,
      index: 0,
      account,
      requestId,
      url: publicUrl('url', url, settings),
      options,
      ...checkOptions(options, settings),
    };
    sendPage(ctx, await whileConnected(ctx.res, (signal) => pages.scrape(work, signal)));
  };
}
