import { Failure } from '../../../contracts/failures.ts';
import type { CrawlRequest } from '../../../contracts/requests/crawl.ts';
import type { CrawlOptions } from '../../../contracts/work/crawl.ts';
import { baseUrl } from '../../../runtime/baseUrl.ts';
import type { Settings } from '../../../runtime/settings.ts';
import type { Middleware } from '../../http/context.ts';
import type { ApiDeps } from '../deps.ts';
import { checkOptions } from '../options.ts';
import { publicUrl } from '../publicUrl.ts';
import { checkWebhook, openJob } from './openJob.ts';

export const promptIgnored = '`prompt` is ignored: say with the other options which pages are crawled.';

/** `POST /v1/crawl`: reads a site. */
export function createCrawl(deps: ApiDeps): Middleware {
  const { requests, settings } = deps;
  return async (ctx) => {
    const { request, idempotency } = await requests.read(ctx, 'crawl');
    const { url, scrapeOptions: options, webhook: givenWebhook, maxConcurrency } = request;
    checkOptions(options, settings);
    const crawl = { url: publicUrl('url', url, settings), options: crawlOptions(request, settings) };
    const id = await openJob(deps, ctx, {
      // The start. Every other page is paid for when it has been read.
      total: 1,
      maxPages: crawl.options.limit,
      options,
      webhook: checkWebhook(givenWebhook, settings),
      idempotency,
      crawl,
      ...(maxConcurrency && { maxConcurrency }),
    });
    ctx.state.job = id;
    const warning = request.prompt && promptIgnored;
    ctx.body = { success: true, id, url: `${baseUrl(settings)}/v1/crawl/${id}`, ...(warning && { warning }) };
  };
}

/** Which pages a crawl reads, from a request for one; existing clients have words of their own for some of it. */
export function crawlOptions(request: Omit<CrawlRequest, 'scrapeOptions'>, settings: Settings): CrawlOptions {
  const { ignoreSitemap, allowBackwardLinks, ignoreRobotsTxt, zeroDataRetention } = request;
  if (ignoreRobotsTxt && !settings.ALLOW_IGNORING_ROBOTS)
    throw new Failure('InvalidRequest', '`ignoreRobotsTxt`: this server obeys robots.txt.');
  if (zeroDataRetention)
    throw new Failure('InvalidRequest', '`zeroDataRetention`: results are kept for a day, so that they can be read.');
  if (ignoreSitemap && request.sitemap === 'only')
    throw new Failure('InvalidRequest', '`ignoreSitemap` and `sitemap: only` contradict each other.');
  const { limit, regexOnFullURL, allowSubdomains, allowExternalLinks } = request;
  const { ignoreQueryParameters, deduplicateSimilarURLs } = request;
  const { maxDiscoveryDepth, maxDepth, includePaths, excludePaths, delay } = request;
  return {
    limit,
    regexOnFullURL,
    sitemap: ignoreSitemap ? 'skip' : request.sitemap,
    crawlEntireDomain: request.crawlEntireDomain || allowBackwardLinks === true,
    allowSubdomains,
    allowExternalLinks,
    ignoreQueryParameters,
    deduplicateSimilarURLs,
    ...(maxDiscoveryDepth !== undefined && { maxDiscoveryDepth }),
    ...(maxDepth !== undefined && { maxDepth }),
    ...(includePaths && { includePaths }),
    ...(excludePaths && { excludePaths }),
    ...(delay && { delay }),
    ...(ignoreRobotsTxt && { ignoreRobotsTxt }),
  };
}
