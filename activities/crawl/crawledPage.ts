import type { PageOptions } from '../../contracts/requests/pageOptions.ts';
import type { CrawlJob } from '../../storage/jobs.ts';
import type { SettledPage } from '../../storage/pageRecord.ts';
import type { UrlEntry } from '../../storage/urls.ts';
import { headersAfterRedirect } from '../egress/redirects.ts';
import { contentHashOf } from '../pages/contentHash.ts';
import type { Packing } from '../pages/conversion.ts';
import { isErrorPage } from '../pages/errorPages.ts';
import type { Discoverer } from './discoverer.ts';

/** How a page of a crawl is read: with its links, and with the caller's secrets only where the caller has sent us. */
export function crawlPageOptions({ options, crawl }: CrawlJob, { url }: UrlEntry): PageOptions {
  const { formats, headers } = options;
  const lowerCase = headers && Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return {
    ...options,
    formats: formats.includes('links') ? formats : [...formats, 'links'],
    ...(lowerCase && {
      headers: headersAfterRedirect(Object.fromEntries(lowerCase), new URL(crawl.url), new URL(url)),
    }),
  };
}

/** A page is read with its links, which are stored only if the caller has asked for them. */
function storesLinks({ options }: CrawlJob): boolean {
  return options.formats.includes('links');
}

export function crawlPacking(job: CrawlJob): Packing {
  return { forCrawl: { storesLinks: storesLinks(job) } };
}

/** A settled page with what it adds to its crawl, and what is to be done once it has settled. */
export function crawledPage(
  discover: Discoverer,
  job: CrawlJob,
  entry: UrlEntry,
  settled: SettledPage,
): { page: SettledPage; remember?: () => void } {
  const { item } = settled;
  if (settled.outcome === 'failed') return { page: settled };
  const { links: _, ...withoutLinks } = item;
  // Those of packed content are in it, if they are stored.
  const asked = item.packed || !storesLinks(job) ? withoutLinks : item;
  if (isErrorPage(item)) return { page: { ...settled, item: asked } };
  const { discovery, isOutside, remember } = discover(job, entry, item);
  if (isOutside) return { page: outsidePage(settled), remember };
  const contentHash = item.packed ? item.packed.contentHash : contentHashOf(item);
  return { page: { ...settled, item: asked, discovery, ...(contentHash && { contentHash }) }, remember };
}

/** A page of which the redirects have led out of the crawl: it is not what the caller asked for, and costs nothing. */
function outsidePage({ index, item: { url, metadata } }: SettledPage): SettledPage {
  const { sourceURL, url: landedOn, statusCode, depth, discoveredFrom } = metadata;
  return {
    index,
    outcome: 'completed',
    credits: 0,
    item: {
      url,
      warning: `The page redirects to ${landedOn}, which is not part of this crawl.`,
      metadata: {
        sourceURL,
        ...(landedOn && { url: landedOn }),
        ...(statusCode !== undefined && { statusCode }),
        ...(depth !== undefined && { depth }),
        ...(discoveredFrom && { discoveredFrom }),
      },
    },
  };
}
