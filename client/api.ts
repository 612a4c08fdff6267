/**
 * What the API takes and gives, by the schemas that the server validates with. The published package has the same types
 * written out, with the descriptions of the schemas (`deploy/client/declarations.ts`), so that it depends on nothing.
 */
import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import type { batchScrapeRequestSchema } from '../contracts/requests/batchScrape.ts';
import type { brandingRequestSchema } from '../contracts/requests/branding.ts';
import type { crawlRequestSchema } from '../contracts/requests/crawl.ts';
import type { extractRequestSchema } from '../contracts/requests/extract.ts';
import type { mapRequestSchema } from '../contracts/requests/map.ts';
import type { monitorRequestSchema, monitorUpdateSchema } from '../contracts/requests/monitor.ts';
import type { scrapeRequestSchema } from '../contracts/requests/scrape.ts';
import type { brandingProfileSchema } from '../contracts/results/branding.ts';
import type { mapResultSchema } from '../contracts/results/map.ts';
import type { monitorRunSchema, monitorSchema, pageChangeSchema } from '../contracts/results/monitor.ts';
import type { pageItemSchema } from '../contracts/results/page.ts';

/** Properties that the server takes for the sake of other clients; ours has better words for each. */
export type ForeignProperty =
  | 'origin'
  | 'maxDepth'
  | 'allowBackwardLinks'
  | 'ignoreSitemap'
  | 'sitemapOnly'
  | 'useIndex'
  | 'zeroDataRetention';

/** As callers write it: what has a default may be left out. */
type Given<S extends JSONSchema> = Omit<FromSchema<S, { keepDefaultedPropertiesOptional: true }>, ForeignProperty>;

/**
 * What `scrape` takes.
 *
 * @example
 * ```ts
 * import type { ScrapeRequest } from '@sightread/client';
 *
 * const { url, ...options }: ScrapeRequest = { url: 'https://example.com/a', formats: ['markdown', 'links'] };
 * console.log((await client.scrape(url, options)).links);
 * ```
 */
export type ScrapeRequest = Given<typeof scrapeRequestSchema>;
/**
 * What `batch` takes.
 *
 * @example
 * ```ts
 * import type { BatchRequest } from '@sightread/client';
 *
 * const { urls, ...options }: BatchRequest = { urls: ['https://example.com/a'], maxConcurrency: 2 };
 * console.log((await (await client.batch(urls, options)).wait()).status); // completed
 * ```
 */
export type BatchRequest = Given<typeof batchScrapeRequestSchema>;
type GivenCrawl = Given<typeof crawlRequestSchema>;
/**
 * What `crawl` takes.
 *
 * @example
 * ```ts
 * import type { CrawlRequest } from '@sightread/client';
 *
 * const { url, ...options }: CrawlRequest = { url: 'https://example.com/a', limit: 5, scrapeOptions: { formats: ['links'] } };
 * for await (const page of await client.crawl(url, options)) console.log(page.url);
 * ```
 */
export interface CrawlRequest extends Omit<GivenCrawl, 'scrapeOptions'> {
  scrapeOptions?: Partial<NonNullable<GivenCrawl['scrapeOptions']>>;
}
/**
 * What `map` takes.
 *
 * @example
 * ```ts
 * import type { MapRequest } from '@sightread/client';
 *
 * const { url, ...options }: MapRequest = { url: 'https://example.com/a', search: 'prices', limit: 10 };
 * console.log((await client.map(url, options)).links);
 * ```
 */
export type MapRequest = Given<typeof mapRequestSchema>;
/**
 * What `extract` takes.
 *
 * @example
 * ```ts
 * import type { ExtractRequest } from '@sightread/client';
 *
 * const asked: Omit<ExtractRequest, 'url'> = { schema: { type: 'object', properties: { name: { type: 'string' } } } };
 * console.log((await client.extract<{ name?: string }>('https://example.com/product', asked)).data.name);
 * ```
 */
export type ExtractRequest = Given<typeof extractRequestSchema>;
/**
 * What `branding` takes.
 *
 * @example
 * ```ts
 * import type { BrandingRequest } from '@sightread/client';
 *
 * const { url, ...options }: BrandingRequest = { url: 'https://example.com/a', fields: ['colors'] };
 * console.log((await client.branding(url, options)).data.colors);
 * ```
 */
export type BrandingRequest = Given<typeof brandingRequestSchema>;
type GivenMonitor = Given<typeof monitorRequestSchema>;
/**
 * What `monitors.create` takes.
 *
 * @example
 * ```ts
 * import type { MonitorRequest } from '@sightread/client';
 *
 * const site: MonitorRequest = { crawl: { url: 'https://example.com/a', limit: 5 }, every: '1d', name: 'Example' };
 * const { id } = await client.monitors.create(site);
 * await client.monitors.delete(id);
 * ```
 */
export interface MonitorRequest extends Omit<GivenMonitor, 'crawl'> {
  crawl?: { url: string } & Partial<NonNullable<GivenMonitor['crawl']>>;
}
/**
 * What `monitors.update` takes.
 *
 * @example
 * ```ts
 * import type { MonitorUpdate } from '@sightread/client';
 *
 * const { id } = await client.monitors.create({ url: 'https://example.com/a', every: '1d' });
 * const changes: MonitorUpdate = { every: '1h' };
 * console.log((await client.monitors.update(id, changes)).every); // 1h
 * await client.monitors.delete(id);
 * ```
 */
export type MonitorUpdate = Given<typeof monitorUpdateSchema>;

/**
 * A page that was read, in the formats that were asked for; in a job, also one that failed, with `error`.
 *
 * @example
 * ```ts
 * import type { Page } from '@sightread/client';
 *
 * const titleOf = (page: Page) => page.metadata.title ?? page.url;
 * console.log(titleOf(await client.scrape('https://example.com/a')));
 * ```
 */
export type Page = FromSchema<typeof pageItemSchema>;
/**
 * What `map` gives.
 *
 * @example
 * ```ts
 * import type { MapResult } from '@sightread/client';
 *
 * const found: MapResult = await client.map('https://example.com/a');
 * for (const { url, title } of found.pages) console.log(url, title);
 * ```
 */
export type MapResult = FromSchema<typeof mapResultSchema>;
/**
 * What `branding` gives; what could not be told is absent.
 *
 * @example
 * ```ts
 * import type { BrandingProfile } from '@sightread/client';
 *
 * const profile: BrandingProfile = (await client.branding('https://example.com/a', { fields: ['colors', 'images'] })).data;
 * console.log(profile.colors?.primary, profile.images?.logo);
 * ```
 */
export type BrandingProfile = FromSchema<typeof brandingProfileSchema>;
/**
 * A monitor.
 *
 * @example
 * ```ts
 * import type { MonitorInfo } from '@sightread/client';
 *
 * const all: MonitorInfo[] = await client.monitors.list();
 * console.log(all.filter(({ status }) => status === 'paused').length);
 * ```
 */
export type MonitorInfo = FromSchema<typeof monitorSchema>;
/**
 * A run of a monitor.
 *
 * @example
 * ```ts
 * import type { MonitorRun } from '@sightread/client';
 *
 * const { id } = await client.monitors.create({ url: 'https://example.com/a', every: '1d' });
 * const runs: MonitorRun[] = await client.monitors.runs(id);
 * console.log(runs.map(({ status, changed }) => `${status}: ${changed}`));
 * await client.monitors.delete(id);
 * ```
 */
export type MonitorRun = FromSchema<typeof monitorRunSchema>;
/**
 * A page that a monitor has found new, changed or removed.
 *
 * @example
 * ```ts
 * import type { PageChange } from '@sightread/client';
 *
 * const lineOf = ({ url, change, added = 0, removed = 0 }: PageChange) => `${url} ${change} +${added} -${removed}`;
 * console.log(lineOf({ url: 'https://example.com', change: 'changed', added: 2 }));
 * ```
 */
export type PageChange = FromSchema<typeof pageChangeSchema>;
