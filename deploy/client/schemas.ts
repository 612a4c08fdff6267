/** The schemas behind the types of the client, by the names that these have there. */
import type { ForeignProperty } from '../../client/api.ts';
import { batchScrapeRequestSchema } from '../../contracts/requests/batchScrape.ts';
import { brandingRequestSchema } from '../../contracts/requests/branding.ts';
import { crawlRequestSchema } from '../../contracts/requests/crawl.ts';
import { extractRequestSchema } from '../../contracts/requests/extract.ts';
import { mapRequestSchema } from '../../contracts/requests/map.ts';
import { monitorRequestSchema, monitorUpdateSchema } from '../../contracts/requests/monitor.ts';
import { scrapeRequestSchema } from '../../contracts/requests/scrape.ts';
import { brandingProfileSchema } from '../../contracts/results/branding.ts';
import { mapResultSchema } from '../../contracts/results/map.ts';
import { monitorRunSchema, monitorSchema, pageChangeSchema } from '../../contracts/results/monitor.ts';
import { pageItemSchema } from '../../contracts/results/page.ts';

export const requestSchemas = {
  ScrapeRequest: scrapeRequestSchema,
  BatchRequest: batchScrapeRequestSchema,
  CrawlRequest: crawlRequestSchema,
  MapRequest: mapRequestSchema,
  ExtractRequest: extractRequestSchema,
  BrandingRequest: brandingRequestSchema,
  MonitorRequest: monitorRequestSchema,
  MonitorUpdate: monitorUpdateSchema,
} as const;

export const resultSchemas = {
  Page: pageItemSchema,
  MapResult: mapResultSchema,
  BrandingProfile: brandingProfileSchema,
  MonitorInfo: monitorSchema,
  MonitorRun: monitorRunSchema,
  PageChange: pageChangeSchema,
} as const;

/** Properties that the server takes for the sake of other clients; ours has better words for each. */
export const foreignProperties = [
  'origin',
  'maxDepth',
  'allowBackwardLinks',
  'ignoreSitemap',
  'sitemapOnly',
  'useIndex',
  'zeroDataRetention',
] as const satisfies readonly ForeignProperty[];
