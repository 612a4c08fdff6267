import { randomUUID } from 'node:crypto';
import pLimit from 'p-limit';
import { checkUrl } from '../../../contracts/egress/url.ts';
import { Failure } from '../../../contracts/failures.ts';
import type { PageOptions } from '../../../contracts/requests/pageOptions.ts';
import type { SearchSource } from '../../../contracts/requests/search.ts';
import type { SearchResult } from '../../../contracts/work/search.ts';
import { egressRulesOf } from '../../../runtime/egressRules.ts';
import { decompress } from '../../../storage/concatenableGzip.ts';
import { type Caller, callerOf, type Middleware } from '../../http/context.ts';
import { whileConnected } from '../../http/whileConnected.ts';
import type { ApiDeps } from '../deps.ts';
import { checkOptions } from '../options.ts';
import { createSinglePages } from '../singlePages.ts';

const maxPagesAtOnce = 5;
const noEngine = 'There is no search engine behind this server; its operator can name a SearXNG server in SEARXNG_URL.';

/** `POST /v2/search`: asks the operator's search engine, and reads what it finds if that is wanted. */
export function search(deps: ApiDeps): Middleware {
  const { requests, settings, calls, planOf } = deps;
  const pages = createSinglePages(deps);

  /** The result with its page; without it if that cannot be read. */
  async function withPage(result: SearchResult, options: PageOptions, caller: Caller, signal: AbortSignal) {
    if (checkUrl(result.url, egressRulesOf(settings)).url === undefined) return result;
    const { account, requestId } = caller;
    const work = {
      job: randomUUID(),
      index: 0,
      account,
      requestId,
      url: result.url,
      options,
      ...checkOptions(options, settings),
    };
    try {
      const page: object = JSON.parse(String(await decompress(await pages.scrape(work, signal))));
      return { ...result, ...page };
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof Failure) || error.kind === 'NotEnoughCredits') throw error;
      return { ...result, metadata: { sourceURL: result.url, error: error.message } };
    }
  }

  return async (ctx) => {
    if (!settings.SEARXNG_URL) throw new Failure('NotSupported', noEngine);
    const { request } = await requests.read(ctx, 'search');
    const { query, limit, sources, timeRange, timeout, scrapeOptions } = request;
    const caller = callerOf(ctx);
    const { account, requestId } = caller;
    const { concurrentPages } = await planOf(account);
    const inTurn = pLimit(Math.min(maxPagesAtOnce, concurrentPages));

    async function resultsOf(source: SearchSource, signal: AbortSignal) {
      const work = { account, requestId, query, limit, source, timeoutMs: timeout, ...(timeRange && { timeRange }) };
      const { value: results = [] } = await calls.call('fetch', 'searchWeb', work, { signal });
      if (!scrapeOptions || source === 'images') return results;
      return Promise.all(results.map((each) => inTurn(() => withPage(each, scrapeOptions, caller, signal))));
    }
    const found = await whileConnected(ctx.res, (signal) =>
      Promise.all(sources.map(async (source) => [source, await resultsOf(source, signal)])),
    );
    ctx.body = { success: true, data: Object.fromEntries(found) };
  };
}
