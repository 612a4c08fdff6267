import type { EgressRules } from '../../contracts/egress/rules.ts';
import { maxMapLinks } from '../../contracts/requests/map.ts';
import type { MappedPage } from '../../contracts/results/map.ts';
import type { PageItem } from '../../contracts/results/page.ts';
import type { MapOptions } from '../../contracts/work/map.ts';
import type { Fetcher } from '../egress/fetch.ts';
import type { Converter } from '../pages/converterPool.ts';
import type { RobotsReader } from '../pages/robots/robotsReader.ts';
import { createFoundPages } from './foundPages.ts';
import { pageAddress } from './pageAddress.ts';
import { rankBySearch } from './rankBySearch.ts';
import { createReadableHosts } from './readableHosts.ts';
import { findSitemapPages, shortfallWarning } from './sitemaps/findSitemapPages.ts';
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
  const deps = { fetcher, robots, signal: AbortSignal.any([signal, timeUp]) };
  const scope = siteScope(base, options);
  const isReadable = createReadableHosts(rules);
  const found = createFoundPages({
    addressOf: (given) =>
      scope(given) && isReadable(given) ? pageAddress(given, { ignoreQueryParameters }) : undefined,
    // With a search the best fit may be the last one.
    limit: search ? maxMapLinks : limit,
  });
  const pages: MappedPage[] = [];

  const around = start && (await linksAround(start, base, converter, signal));
  for (const { url, ...said } of around?.pages ?? []) {
    const added = found.add(new URL(url), said, base.href);
    if (added) pages.push(added);
  }
  const mapped = sitemap === 'skip' ? undefined : await findSitemapPages(base, around?.sitemaps ?? [], found, deps);
  for (const page of mapped?.pages ?? []) pages.push(page);
  signal.throwIfAborted();
  const ranked = search ? rankBySearch(pages, search) : pages;
  const warning = [timeUp.aborted && timeUpWarning, mapped && shortfallWarning(mapped.shortfalls)]
    .filter(Boolean)
    .join(' ');
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

const timeUpWarning = 'The time was up before everything was read; a longer `timeout` may find more.';
