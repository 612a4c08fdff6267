import type { EgressRules } from '../../contracts/egress/rules.ts';
import type { FoundUrl } from '../../storage/crawlFrontier.ts';
import type { CrawlJob } from '../../storage/jobs.ts';
import type { Fetcher } from '../egress/fetch.ts';
import type { RobotsReader } from '../pages/robots/robotsReader.ts';
import { createCrawlScope } from './crawlScope.ts';
import type { PageSink } from './foundPages.ts';
import { findSitemapPages, shortfallWarning } from './sitemaps/findSitemapPages.ts';
import { patternOf } from './traps.ts';

interface Deps {
  fetcher: Fetcher;
  robots: RobotsReader;
  rules: EgressRules;
  signal: AbortSignal;
}

const timeUp = 'Its sitemaps took too long to read; what was found in them by then is part of the crawl.';

/** The pages of a site's sitemaps that a crawl may accept, and what its caller should know about them. */
export async function seedsOf(
  { total, crawl }: CrawlJob,
  timeoutMs: number,
  { fetcher, robots, rules, signal }: Deps,
): Promise<{ found: FoundUrl[]; warnings: string[] }> {
  const site = crawl.site ?? crawl.url;
  const scope = createCrawlScope(crawl, site, rules);
  const keys = new Set<string>();
  // Some may be known already, so more are taken than there is room for.
  const max = total + crawl.options.limit;
  const sink: PageSink<FoundUrl> = {
    isFull: () => keys.size >= max,
    size: () => keys.size,
    add(given, _, from) {
      const { page } = scope.judge(given);
      if (!page || keys.has(page.key) || keys.size >= max) return undefined;
      keys.add(page.key);
      return { ...page, depth: 0, from, pattern: patternOf(new URL(page.url)) };
    },
  };
  const deadline = AbortSignal.timeout(timeoutMs);
  const { pages, shortfalls } = await findSitemapPages(new URL(site), [], sink, {
    fetcher,
    robots,
    signal: AbortSignal.any([signal, deadline]),
  });
  signal.throwIfAborted();
  const shortfall = shortfallWarning(shortfalls);
  return { found: pages, warnings: [...(deadline.aborted ? [timeUp] : []), ...(shortfall ? [shortfall] : [])] };
}
