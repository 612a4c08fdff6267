import { randomUUID } from 'node:crypto';
import type { ScrapeWork } from '../../contracts/work/pages.ts';
import { type CompressedText, compressSync } from '../../storage/concatenableGzip.ts';
import type { WorkerCalls } from '../calls/calls.ts';
import { encoded } from '../http/contentEncoding.ts';
import { callerOf, type Middleware } from '../http/context.ts';
import { whileConnected } from '../http/whileConnected.ts';
import { isRefusal } from '../temporal/failures.ts';
import type { ApiDeps } from './deps.ts';
import { checkOptions } from './options.ts';
import { publicUrl } from './publicUrl.ts';
import type { ApiRouter } from './router.ts';
import { storedResult } from './storedResult.ts';

const before = compressSync('{"success":true,"data":');
const after = compressSync('}');
const askedForBrowser = 'it was asked for';

/** `POST /v1/scrape`: one page, while the caller waits. */
export function scrapeRoute(router: ApiRouter, deps: ApiDeps): void {
  router.post('/v1/scrape', deps.authenticate, deps.limitConcurrency, scrape(deps));
}

export function scrape({ requests, settings, storage, calls }: ApiDeps): Middleware {
  /** The page; also if the worker that has settled it was lost before it could answer. */
  async function read(work: ScrapeWork, signal: AbortSignal): Promise<CompressedText> {
    const { job: id, account } = work;
    try {
      return storedResult(await readPage(calls, work, signal), id);
    } catch (error) {
      // A caller that is told that it failed must not be charged afterwards.
      const settled = isRefusal(error) ? undefined : await storage.scrapes.resolve({ id, account });
      if (!settled) throw error;
      return settled;
    }
  }

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
      ...checkOptions(options),
    };
    const item = await whileConnected(ctx.res, (signal) => read(work, signal));
    ctx.type = 'json';
    ctx.body = encoded(ctx, [before, item, after]);
  };
}

/** Over plain HTTP, and in the browser if that turns out to be needed or was asked for. */
async function readPage(calls: WorkerCalls, { browserOnly, ...page }: ScrapeWork, signal: AbortSignal) {
  let reason = browserOnly ? askedForBrowser : undefined;
  if (reason === undefined) {
    const { content, value } = await calls.call('fetch', 'scrapePage', page, { signal });
    if (!value) return content;
    reason = value.render;
  }
  return (await calls.call('browser', 'scrapePage', { ...page, reason }, { signal })).content;
}
