import { parseUrl } from '../../../contracts/parseUrl.ts';
import type { Fetcher } from '../../egress/fetch.ts';
import type { RobotsReader } from '../../pages/robots/robotsReader.ts';
import type { PageSink } from '../foundPages.ts';
import { readSitemaps, type Shortfall, sitemapLimits } from './readSitemaps.ts';
import { otherPlaces, usualPlace } from './usualPlaces.ts';

interface Deps {
  fetcher: Fetcher;
  robots: RobotsReader;
  /** When the time is up, what was found by then is the result. */
  signal: AbortSignal;
}

interface SitemapPages<Page> {
  pages: Page[];
  shortfalls: ReadonlySet<Shortfall>;
}

/** The pages of a site's sitemaps: of those that it declares, or else of those in the usual places. */
export async function findSitemapPages<Page>(
  base: URL,
  named: readonly string[],
  found: PageSink<Page>,
  deps: Deps,
): Promise<SitemapPages<Page>> {
  const before = found.size();
  const places = [...(await declaredSitemaps(base, deps)), usualPlace(base), ...named];
  const declared = await readSitemaps(places, found, deps);
  if (found.size() > before) return declared;
  const elsewhere = await readSitemaps(otherPlaces(base), found, deps);
  return { pages: elsewhere.pages, shortfalls: new Set([...declared.shortfalls, ...elsewhere.shortfalls]) };
}

/** Those that robots.txt names, some of them without a host. */
async function declaredSitemaps(base: URL, { robots, signal }: Deps): Promise<string[]> {
  const answered = new AbortController();
  const timeUp = new Promise<readonly string[]>((resolve) => {
    if (signal.aborted) resolve([]);
    // Node keeps a combined signal for as long as anybody listens to it, with everything that this map has to do with.
    else signal.addEventListener('abort', () => resolve([]), { once: true, signal: answered.signal });
  });
  const sitemaps = await Promise.race([robots.read(base.origin).then((rules) => rules.sitemaps), timeUp]).finally(() =>
    answered.abort(),
  );
  return sitemaps.flatMap((given) => parseUrl(given, base.href)?.href ?? []);
}

const shortfallTexts: Record<Shortfall, string> = {
  files: `more than ${sitemapLimits.files.toLocaleString('en')} sitemap files`,
  depth: `sitemap indexes nested more than ${sitemapLimits.depth} deep`,
  fileBytes: `a sitemap of more than ${sitemapLimits.fileBytes / 1_048_576} MB`,
  totalBytes: `more than ${sitemapLimits.totalBytes / 1_048_576} MB of sitemaps`,
  entries: `more than ${sitemapLimits.entries.toLocaleString('en')} entries in its sitemaps`,
};

/** Why not everything was read, as a sentence; undefined if everything was. */
export function shortfallWarning(shortfalls: ReadonlySet<Shortfall>): string | undefined {
  const exceeded = [...shortfalls].map((shortfall) => shortfallTexts[shortfall]).join(', ');
  return exceeded ? `The site has ${exceeded}; the rest was not read.` : undefined;
}
