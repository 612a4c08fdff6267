import { LRUCache } from 'lru-cache';
import { Failure, robotsDisallow } from '../../contracts/failures.ts';
import type { Fetcher } from '../egress/fetch.ts';
import { productTokenOf } from './productToken.ts';
import { parseRobots, type RobotsRules } from './robots/robotsRules.ts';

/** RFC 9309 allows at most 24 hours. */
const cacheTtlMs = 60 * 60 * 1000;
/** RFC 9309 requires at least 500 KiB. */
const maxRobotsBytes = 500 * 1024;
const maxCachedSites = 5_000;

const disallowAll = 'User-agent: *\nDisallow: /';

/** Refuses to read pages that the site's robots.txt disallows. */
export function withRobots<Page extends { url: string }, Result>(
  read: (page: Page) => Promise<Result>,
  { fetcher, userAgent }: { fetcher: Fetcher; userAgent: string },
): (page: Page) => Promise<Result> {
  const productToken = productTokenOf(userAgent);
  const rulesByOrigin = new LRUCache<string, RobotsRules>({
    max: maxCachedSites,
    ttl: cacheTtlMs,
    fetchMethod: async (origin) => fetchRules(`${origin}/robots.txt`),
  });

  /** RFC 9309, 2.3.1: a missing file allows everything; one that is unreachable for now disallows everything. */
  async function fetchRules(url: string): Promise<RobotsRules> {
    try {
      const { status, body } = await fetcher.fetch({
        url,
        totalTimeoutMs: 10_000,
        maxBytes: maxRobotsBytes,
        maxRedirects: 5,
      });
      if (status >= 500) return parseRobots(disallowAll, productToken);
      return parseRobots(status < 300 ? body.toString() : '', productToken);
    } catch {
      return parseRobots(disallowAll, productToken);
    }
  }

  return async (page) => {
    const rules = await rulesByOrigin.fetch(new URL(page.url).origin);
    if (rules?.isAllowed(page.url) === false) throw new Failure('RobotsDisallow', robotsDisallow);
    return read(page);
  };
}
