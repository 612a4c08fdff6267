import { type BatchScrapeRequest, batchScrapeRequestSchema } from '../../../contracts/requests/batchScrape.ts';
import { type BrandingRequest, brandingRequestSchema } from '../../../contracts/requests/branding.ts';
import { type CrawlRequest, crawlRequestSchema } from '../../../contracts/requests/crawl.ts';
import { type ExtractRequest, extractRequestSchema } from '../../../contracts/requests/extract.ts';
import { type MapRequest, mapRequestSchema } from '../../../contracts/requests/map.ts';
import {
  type MonitorRequest,
  type MonitorUpdate,
  monitorRequestSchema,
  monitorUpdateSchema,
} from '../../../contracts/requests/monitor.ts';
import { type ParseRequest, parseOptionsSchema } from '../../../contracts/requests/parse.ts';
import { type ScrapeRequest, scrapeRequestSchema } from '../../../contracts/requests/scrape.ts';
import { type SearchRequest, searchRequestSchema } from '../../../contracts/requests/search.ts';

/** The operations that have a body, each with the type of it. */
export interface Requests {
  scrape: ScrapeRequest;
  parse: ParseRequest;
  search: SearchRequest;
  map: MapRequest;
  extract: ExtractRequest;
  branding: BrandingRequest;
  batchScrape: BatchScrapeRequest;
  monitor: MonitorRequest;
  monitorUpdate: MonitorUpdate;
  crawl: CrawlRequest;
}

export type RequestKind = keyof Requests;

const megabyte = 1024 * 1024;

export const requestKinds = {
  scrape: { schema: scrapeRequestSchema, maxBytes: megabyte },
  parse: { schema: parseOptionsSchema, maxBytes: megabyte },
  search: { schema: searchRequestSchema, maxBytes: megabyte },
  map: { schema: mapRequestSchema, maxBytes: megabyte },
  extract: { schema: extractRequestSchema, maxBytes: megabyte },
  branding: { schema: brandingRequestSchema, maxBytes: megabyte },
  // Room for a thousand long URLs.
  monitor: { schema: monitorRequestSchema, maxBytes: 10 * megabyte },
  monitorUpdate: { schema: monitorUpdateSchema, maxBytes: 10 * megabyte },
  crawl: { schema: crawlRequestSchema, maxBytes: megabyte },
  // Room for 100,000 URLs.
  batchScrape: { schema: batchScrapeRequestSchema, maxBytes: 16 * megabyte },
} satisfies Record<RequestKind, { schema: object; maxBytes: number }>;
