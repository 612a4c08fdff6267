import { hash } from 'node:crypto';
import { createPatternMatcher } from '../../contracts/crawl/patterns.ts';
import type { EgressRules } from '../../contracts/egress/rules.ts';
import type { CrawlOptions, LeftOutReason } from '../../contracts/work/crawl.ts';
import type { JobCrawl } from '../../storage/jobs.ts';
import { type PageAddress, pageAddress, pathKey, withoutWww } from './pageAddress.ts';
import { createReadableHosts } from './readableHosts.ts';
import { siteScope } from './siteScope.ts';
import { isEndlessPath, isOtherFile } from './traps.ts';

/** Which pages a crawl reads, by its options. */
export interface CrawlScope {
  /** The page's address if the crawl reads it, or why not. Nothing is told about links that lead to no website. */
  judge(url: URL): { page?: PageAddress; leftOut?: LeftOutReason };
  /** Whether a page that a redirect has led to still belongs to the crawl. */
  includes(url: URL): boolean;
  /** Whether the links of a page are followed. */
  isOfSite(url: URL): boolean;
  /** One page under another address has the same key. */
  keyOf(url: URL): string | undefined;
}

/** The crawl of the site that its start has led to. */
export function createCrawlScope({ url, options }: JobCrawl, site: string, rules: EgressRules): CrawlScope {
  const { includePaths = [], excludePaths = [], regexOnFullURL, allowExternalLinks, maxDepth } = options;
  const base = new URL(site);
  const isOfSite = siteScope(base, { includeSubdomains: options.allowSubdomains });
  const isReadable = createReadableHosts(rules);
  const isIncluded = createPatternMatcher(includePaths);
  const isExcluded = createPatternMatcher(excludePaths);
  const folder = options.crawlEntireDomain ? '/' : startPath(new URL(url), base);
  const maxSegments = maxDepth === undefined ? Infinity : depthOf(base.pathname) + maxDepth;

  const addressOf = (given: URL) => crawlAddress(given, options);

  /** The part of an address that the caller's patterns are about. */
  function matched({ url: address }: PageAddress): string {
    return regexOnFullURL ? address : new URL(address).pathname;
  }

  function isBelowStart({ hostname, pathname }: URL): boolean {
    if (folder === '/' || withoutWww(hostname) !== withoutWww(base.hostname)) return true;
    const path = pathKey(pathname);
    return path === folder || path.startsWith(`${folder}/`);
  }

  return {
    isOfSite,
    keyOf: (given) => addressOf(given)?.key,
    includes(given) {
      const page = isOfSite(given) || allowExternalLinks ? addressOf(given) : undefined;
      return page !== undefined && !isExcluded(matched(page));
    },
    judge(given) {
      if (given.protocol !== 'http:' && given.protocol !== 'https:') return {};
      if (!isReadable(given)) return { leftOut: 'private' };
      if (!isOfSite(given) && !allowExternalLinks) return { leftOut: 'otherSite' };
      const { pathname } = given;
      if (!isBelowStart(given)) return { leftOut: 'aboveStart' };
      if (depthOf(pathname) > maxSegments) return { leftOut: 'tooDeep' };
      if (isOtherFile(pathname)) return { leftOut: 'otherFile' };
      if (isEndlessPath(pathname)) return { leftOut: 'endless' };
      const page = addressOf(given);
      if (!page) return {};
      if (isExcluded(matched(page))) return { leftOut: 'excluded' };
      if (includePaths.length > 0 && !isIncluded(matched(page))) return { leftOut: 'notIncluded' };
      return { page };
    },
  };
}

type KeyOptions = Pick<CrawlOptions, 'ignoreQueryParameters' | 'deduplicateSimilarURLs'>;

/** The key by which a crawl knows a page; undefined for what is no page's address. */
export function crawlKeyOf(url: URL, options: KeyOptions): string | undefined {
  return crawlAddress(url, options)?.key;
}

/** Hashed, because every link of a crawl is looked up by its key. */
function crawlAddress(url: URL, options: KeyOptions): PageAddress | undefined {
  const address = pageAddress(url, options);
  if (!address) return undefined;
  const key = options.deduplicateSimilarURLs ? address.key : address.url;
  return { url: address.url, key: hash('sha256', key, 'base64url') };
}

/**
 * The path below which pages are read: that of the start. A start that has led to another host is where it landed, unless
 * it asked for all of the site.
 */
function startPath(start: URL, site: URL): string {
  const asked = pathKey(start.pathname);
  return asked === '/' || withoutWww(start.hostname) === withoutWww(site.hostname) ? asked : pathKey(site.pathname);
}

function depthOf(pathname: string): number {
  return pathKey(pathname)
    .split('/')
    .filter((segment) => segment !== '').length;
}
