import type { EgressRules } from '../../contracts/egress/rules.ts';
import { maxMapLinks } from '../../contracts/requests/map.ts';
import type { MappedPage } from '../../contracts/results/map.ts';
import type { PageItem } from '../../contracts/results/page.ts';
import type { MapOptions } from '../../contracts/work/map.ts';
import { withTimeout } from '../../runtime/timeLimit.ts';
import type { Fetcher } from '../egress/fetch.ts';
import type { Converter } from '../pages/converterPool.ts';
import type { RobotsReader } from '../pages/robots/robotsReader.ts';
import { createFoundPages } from './foundPages.ts';
import { rankBySearch } from './rankBySearch.ts';
import { readSitemaps, type Shortfall, sitemapLimits } from './sitemaps/readSitemaps.ts';
import { otherPlaces, usualPlace } from './sitemaps/usualPlaces.ts';
import { siteScope } from './siteScope.ts';

interface Site {
  url: string;
  /** The start page, if it was read and could be. */
  start: PageItem | undefined;
  options: MapOptions;
}

interface Deps {
  fetcher: Fetcher;
  converter: Pick<Converter, 'readLinks'>;
  robots: RobotsReader;
  rules: EgressRules;
  signal: AbortSignal;
}

/** Finds the pages of a site in its start page, its sitemaps and its feeds, in this order. */
export async function mapSite(
  { url, start, options }: Site,
  { fetcher, converter, robots, rules, signal }: Deps,
): Promise<{ pages: MappedPage[]; warning?: string }> {
  const { search, limit, sitemap, ignoreQueryParameters } = options;
  // The site is the one where the start page's redirects end.
  const base = new URL(start?.metadata.url ?? url);
  const timeUp = AbortSignal.timeout(options.timeout);
  const deps = { fetcher, signal: AbortSignal.any([signal, timeUp]) };
  // With a search the best fit may be the last one.
  const found = createFoundPages({
    scope: siteScope(base, options),
    rules,
    ignoreQueryParameters,
    limit: search ? maxMapLinks : limit,
  });
  const pages: MappedPage[] = [];
  const shortfalls = new Set<Shortfall>();

  async function readAll(sitemaps: readonly string[]): Promise<void> {
    const read = await readSitemaps(sitemaps, found, deps);
    for (const page of read.pages) pages.push(page);
    for (const shortfall of read.shortfalls) shortfalls.add(shortfall);
  }

  /** Those that robots.txt names, some of them without a host. */
  async function declaredSitemaps(): Promise<string[]> {
    const reading = robots.read(base.origin).then(({ sitemaps }) => sitemaps);
    const sitemaps = await withTimeout(options.timeout, reading, 'robots.txt took too long').catch(() => []);
    return sitemaps.flatMap((given) => (URL.canParse(given, base.href) ? [new URL(given, base).href] : []));
  }

  const around = start && (await linksAround(start, base, converter, signal));
  for (const { url, ...said } of around?.pages ?? []) {
    const added = found.add(new URL(url), said);
    if (added) pages.push(added);
  }
  if (sitemap !== 'skip') {
    const before = found.size();
    await readAll([...(await declaredSitemaps()), usualPlace(base), ...(around?.sitemaps ?? [])]);
    if (found.size() === before) await readAll(otherPlaces(base));
  }
  signal.throwIfAborted();
  const ranked = search ? rankBySearch(pages, search) : pages;
  const warning = warningOf({ isTimeUp: timeUp.aborted, shortfalls });
  return { pages: ranked.slice(0, limit), ...(warning && { warning }) };
}

/** The start page and those that it links to, and the sitemaps that it names. */
async function linksAround(start: PageItem, base: URL, converter: Deps['converter'], signal: AbortSignal) {
  const { metadata, rawHtml: html = '' } = start;
  const { links, sitemaps } = await converter.readLinks({ html, url: base.href }, signal);
  const { title, description } = metadata;
  const self: MappedPage = { url: base.href, ...(title && { title }), ...(description && { description }) };
  // Somebody may have given the address of a sitemap or a feed.
  const isXml = /^\s*<\?xml|^\s*<(?:urlset|sitemapindex|rss|feed)\b/.test(html.slice(0, 1_000));
  return isXml ? { pages: [], sitemaps: [base.href] } : { pages: [self, ...links], sitemaps };
}

const shortfallTexts: Record<Shortfall, string> = {
  files: `more than ${sitemapLimits.files.toLocaleString('en')} sitemap files`,
  depth: `sitemap indexes nested more than ${sitemapLimits.depth} deep`,
  fileBytes: `a sitemap of more than ${sitemapLimits.fileBytes / 1_048_576} MB`,
  totalBytes: `more than ${sitemapLimits.totalBytes / 1_048_576} MB of sitemaps`,
  entries: `more than ${sitemapLimits.entries.toLocaleString('en')} entries in its sitemaps`,
};

function warningOf({ isTimeUp, shortfalls }: { isTimeUp: boolean; shortfalls: ReadonlySet<Shortfall> }) {
  const exceeded = [...shortfalls].map((shortfall) => shortfallTexts[shortfall]).join(', ');
  const sentences = [
    ...(isTimeUp ? ['The time was up before everything was read; a longer `timeout` may find more.'] : []),
    ...(exceeded ? [`The site has ${exceeded}; the rest was not read.`] : []),
  ];
  return sentences.join(' ');
}
