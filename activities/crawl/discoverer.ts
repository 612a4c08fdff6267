import { LRUCache } from 'lru-cache';
import type { EgressRules } from '../../contracts/egress/rules.ts';
import { shownUrl } from '../../contracts/egress/url.ts';
import { parseUrl } from '../../contracts/parseUrl.ts';
import type { PageItem } from '../../contracts/results/page.ts';
import type { LeftOutReason } from '../../contracts/work/crawl.ts';
import type { Discovery, FoundUrl } from '../../storage/crawlFrontier.ts';
import type { CrawlJob } from '../../storage/jobs.ts';
import type { UrlEntry } from '../../storage/urls.ts';
import { type CrawlScope, createCrawlScope } from './crawlScope.ts';
import { patternOf } from './traps.ts';

/** What one worker knows of a crawl. */
interface CrawlView {
  scope: CrawlScope;
  /** Links that need no second look: the crawl has accepted them, or never will. Most links of a site are among them. */
  known: Set<string>;
  /** How many examples of links that are left out this worker has given, by reason. */
  examples: Map<LeftOutReason, number>;
}

/** What a page leads to. */
interface Found {
  /** What settling it adds to the crawl. */
  discovery: Discovery;
  /** Its redirects have led out of the crawl. */
  isOutside: boolean;
  /** To be called once it has settled. */
  remember(): void;
}

/** Together these bound the memory that a worker spends on known links; beyond it the database is asked again. */
const maxCrawls = 10;
const maxKnownLinks = 100_000;
/** More than any page for people has; the others are left out. */
const maxLinksPerPage = 10_000;
/** For each reason; a list of all links that are left out would be as long as the web. */
const maxExamples = 5;
const maxExampleLength = 300;

const privateLinks = 'Links to addresses that are not public were left out.';
const nothingBelowStart =
  'The start links to no page below its own path. With `crawlEntireDomain` the crawl follows its links to the rest of the site.';

export type Discoverer = ReturnType<typeof createDiscoverer>;

/** Finds out what the pages of crawls lead to. */
export function createDiscoverer(rules: EgressRules) {
  const views = new LRUCache<string, CrawlView>({ max: maxCrawls });

  function viewOf({ _id, crawl }: CrawlJob, site: string): CrawlView {
    const id = `${_id} ${site}`;
    const view = views.get(id);
    if (view) return view;
    const created = { scope: createCrawlScope(crawl, site, rules), known: new Set<string>(), examples: new Map() };
    views.set(id, created);
    return created;
  }

  return (job: CrawlJob, { index, url, found }: UrlEntry, item: PageItem): Found => {
    const { site, url: start, options } = job.crawl;
    const landed = parse(item.metadata.url) ?? new URL(url);
    const isStart = index === 0;
    const view = viewOf(job, isStart ? landed.href : (site ?? start));
    const { scope } = view;
    const own = scope.keyOf(new URL(url));
    const otherKey = (other: URL | undefined) => {
      const key = other && scope.isOfSite(other) ? scope.keyOf(other) : undefined;
      return key === own ? undefined : key;
    };
    const isOutside = !isStart && scope.keyOf(landed) !== own && !scope.includes(landed);
    const depth = found?.depth ?? 0;
    const isFollowed =
      !isOutside &&
      options.sitemap !== 'only' &&
      depth < (options.maxDiscoveryDepth ?? Infinity) &&
      job.total < options.limit &&
      scope.isOfSite(landed);
    const { links, leftOut, hasPrivate, accepted } = isFollowed ? linksOf(item, view, depth + 1) : noLinks;
    const endsAtStart = isStart && job.total === 1 && links.length === 0 && leftOut.has('aboveStart');
    const warnings = [...(hasPrivate ? [privateLinks] : []), ...(endsAtStart ? [nothingBelowStart] : [])];
    return {
      isOutside,
      discovery: {
        links,
        landedOn: isOutside ? undefined : otherKey(landed),
        canonical: options.deduplicateSimilarURLs ? otherKey(parse(item.metadata.canonical)) : undefined,
        ...(isStart && { site: landed.href }),
        ...(warnings.length > 0 && { warnings }),
        ...(leftOut.size > 0 && { leftOut }),
      },
      remember() {
        for (const link of accepted) remember(view, link);
      },
    };
  };
}

const noLinks = { links: [], leftOut: new Map<LeftOutReason, string[]>(), hasPrivate: false, accepted: [] };

/** The links of a page that its crawl may accept. */
function linksOf(item: PageItem, view: CrawlView, depth: number) {
  const links: FoundUrl[] = [];
  const accepted: string[] = [];
  const leftOut = new Map<LeftOutReason, string[]>();
  let hasPrivate = false;
  for (const link of item.links ?? []) {
    if (links.length >= maxLinksPerPage) break;
    if (view.known.has(link)) continue;
    const url = parse(link);
    const { page, leftOut: reason } = url ? view.scope.judge(url) : {};
    if (url && reason && isExample(view, reason))
      leftOut.set(reason, [...(leftOut.get(reason) ?? []), shownUrl(url.href).slice(0, maxExampleLength)]);
    if (reason === 'private') hasPrivate = true;
    else if (url && page) {
      links.push({ ...page, depth, from: shownUrl(item.url), pattern: patternOf(new URL(page.url)) });
      accepted.push(link);
    } else remember(view, link);
  }
  return { links, leftOut, hasPrivate, accepted };
}

/** Whether a link that is left out is one of the first for this reason. */
function isExample({ examples }: CrawlView, reason: LeftOutReason): boolean {
  const given = examples.get(reason) ?? 0;
  examples.set(reason, given + 1);
  return given < maxExamples;
}

function remember({ known }: CrawlView, link: string): void {
  if (known.size < maxKnownLinks) known.add(link);
}

function parse(url: string | undefined): URL | undefined {
  return url === undefined ? undefined : parseUrl(url);
}
