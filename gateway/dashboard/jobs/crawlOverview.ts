import type { CrawlJob } from '../../../storage/jobs.ts';
import type { Storage } from '../../../storage/storage.ts';
import { createSiteTree, type SiteTree } from './siteTree.ts';

type OverviewStorage = Pick<Storage, 'crawlFrontier' | 'pages'>;

/** What a crawl has found so far, and what it has passed over. */
export interface CrawlOverview {
  tree: SiteTree;
  failures: readonly { error: string; count: number }[];
  /** Pages that were read for nothing. */
  free: { duplicates: number; others: number };
}

const maxReasons = 8;
const refreshMsPerPage = 0.1;
const minRefreshMs = 1_000;

/** All pages are read for it, so that it is made anew less often the more there are. */
export function overviewRefreshMs({ total }: Pick<CrawlJob, 'total'>): number {
  return Math.max(minRefreshMs, Math.round(total * refreshMsPerPage));
}

export async function crawlOverview(
  { _id: job, frontier, failed }: CrawlJob,
  under: readonly string[],
  { crawlFrontier, pages }: OverviewStorage,
): Promise<CrawlOverview> {
  const [settled, failedPositions, failures, free] = await Promise.all([
    // Every position below the frontier is settled.
    pages.positions(job, { from: frontier }),
    failed > 0 ? pages.positions(job, { outcome: 'failed' }) : new Set<number>(),
    failed > 0 ? pages.failureReasons(job, maxReasons) : [],
    pages.countFree(job),
  ]);
  const site = createSiteTree(under);
  for await (const page of crawlFrontier.all(job)) {
    const isSettled = page.index < frontier || settled.has(page.index);
    site.add({ ...page, state: failedPositions.has(page.index) ? 'failed' : isSettled ? 'read' : 'waiting' });
  }
  return { tree: site.tree(), failures, free };
}
