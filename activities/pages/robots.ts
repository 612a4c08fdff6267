import { LRUCache } from 'lru-cache';
import robotsParser from 'robots-parser';
import { Failure, robotsDisallow } from '../../contracts/failures.ts';
import type { Fetcher } from '../egress/fetch.ts';

type Rules = ReturnType<typeof robotsParser>;

/** RFC 9309: a copy should not be used for more than a day, and 500 KiB of it must be read. */
const lifeMs = 60 * 60 * 1000;
const mostBytes = 500 * 1024;
const mostSites = 5_000;

/** Reads only what a site's robots.txt leaves open to programs. */
export function obeyingRobots<Page extends { url: string }, Result>(
  read: (page: Page) => Promise<Result>,
  { fetcher, userAgent }: { fetcher: Fetcher; userAgent: string },
): (page: Page) => Promise<Result> {
  const sites = new LRUCache<string, Rules>({
    max: mostSites,
    ttl: lifeMs,
    fetchMethod: async (origin) => rulesOf(`${origin}/robots.txt`),
  });

  async function rulesOf(url: string): Promise<Rules> {
    try {
      const { status, body } = await fetcher.fetch({
        url,
        totalTimeoutMs: 10_000,
        maxBytes: mostBytes,
        maxRedirects: 5,
      });
      // RFC 9309, 2.3.1: no file means everything is open; one that cannot be had for now means nothing is.
      if (status >= 500) return robotsParser(url, 'User-agent: *\nDisallow: /');
      return robotsParser(url, status < 300 ? body.toString() : '');
    } catch {
      return robotsParser(url, 'User-agent: *\nDisallow: /');
    }
  }

  return async (page) => {
    const rules = await sites.fetch(new URL(page.url).origin);
    if (rules?.isAllowed(page.url, userAgent) === false) throw new Failure('RobotsDisallow', robotsDisallow);
    return read(page);
  };
}
