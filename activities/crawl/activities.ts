import { cancellationSignal } from '@temporalio/activity';
import type { EgressRules } from '../../contracts/egress/rules.ts';
import { Failure } from '../../contracts/failures.ts';
import type { MapResult } from '../../contracts/results/map.ts';
import type { CrawlSize, SitemapStep } from '../../contracts/work/batches.ts';
import type { MapStep } from '../../contracts/work/map.ts';
import { isCrawl, isRunning } from '../../storage/jobs.ts';
import type { Storage } from '../../storage/storage.ts';
import type { Fetcher } from '../egress/fetch.ts';
import type { Converter } from '../pages/converterPool.ts';
import type { RobotsReader } from '../pages/robots/robotsReader.ts';
import { mapSite } from './mapSite.ts';
import { seedsOf } from './seed.ts';

interface Deps {
  storage: Pick<Storage, 'answers' | 'pages'>;
  fetcher: Fetcher;
  converter: Converter;
  robots: RobotsReader;
  rules: EgressRules;
}

export type MapActivities = ReturnType<typeof createMapActivities>;

export function createMapActivities({ storage, ...deps }: Deps) {
  return {
    /** Finds the pages of a site and stores them as the job's answer. */
    async findPages({ job, url, options }: MapStep): Promise<{ found: number }> {
      const signal = cancellationSignal();
      const start = (options.sitemap !== 'only' && (await storage.pages.find(job, 0))) || undefined;
      const { pages, warning } = await mapSite({ url, start, options }, { ...deps, signal });
      if (pages.length === 0 && options.sitemap === 'only')
        throw new Failure(
          'NoData',
          'No sitemap with pages of this site was found; `sitemap: include` reads links too.',
        );
      const links = pages.map((page) => page.url);
      const answer: MapResult = { success: true, links, pages, ...(warning && { warning }) };
      await storage.answers.give(job, answer);
      return { found: links.length };
    },
  };
}

/** URLs that are accepted in one transaction. */
const seedsPerStep = 1_000;

type CrawlDeps = Omit<Deps, 'storage' | 'converter'> & { storage: Pick<Storage, 'batches' | 'jobs'> };

export type CrawlActivities = ReturnType<typeof createCrawlActivities>;

export function createCrawlActivities({ storage, ...deps }: CrawlDeps) {
  return {
    /** Adds the pages of the site's sitemaps to a crawl. Repeated, it adds nothing twice. */
    async seedCrawl(step: SitemapStep): Promise<CrawlSize> {
      const job = await storage.jobs.find(step.job);
      if (!isRunning(job, step) || !isCrawl(job)) return { total: 0 };
      const signal = cancellationSignal();
      const { found, warnings } = await seedsOf(job, step.timeoutMs, { ...deps, signal });
      let total = job.total;
      for (let at = 0; at < found.length && total < job.crawl.options.limit; at += seedsPerStep) {
        signal.throwIfAborted();
        total = await storage.batches.addFound(job._id, step.round, found.slice(at, at + seedsPerStep));
        if (total === 0) break;
      }
      await storage.jobs.warn(job._id, warnings);
      return { total };
    },
  };
}
