import type {
  BatchRequest,
  BrandingProfile,
  BrandingRequest,
  CrawlRequest,
  ExtractRequest,
  MapRequest,
  MapResult,
  Page,
  ScrapeRequest,
} from './api.ts';
import { type CallOptions, createHttp, type Http } from './http/request.ts';
import { type ImageOptions, iconUrl, openGraphUrl } from './images.ts';
import { Job } from './jobs/job.ts';
import type { JobProgress } from './jobs/progress.ts';
import { Monitors } from './monitors.ts';
import {
  type DataOf,
  isStandardSchema,
  type JsonSchema,
  jsonSchemaOf,
  parsedBy,
  type StandardSchema,
} from './schemas.ts';

/**
 * Whom to ask, and how.
 *
 * @example
 * ```ts
 * import { Sightread, type SightreadOptions } from '@sightread/client';
 *
 * const options: SightreadOptions = { key: 'sr_…', url: 'http://localhost:3000', maxRetries: 2 };
 * const patient = new Sightread(options);
 * ```
 */
export interface SightreadOptions {
  /** The secret key (`sr_…`). */
  key: string;
  /** The address of the extraction API. Default: `http://localhost:3000`. */
  url?: string;
  /** The address of the image API, for `iconUrl`. Default: `http://localhost:3001`. */
  imageUrl?: string;
  /** The publishable key (`pk_…`), for `iconUrl`. */
  publishableKey?: string;
  /** How often a call is tried again that the server could not take, or whose answer was lost. Default: 6. */
  maxRetries?: number;
  /** Milliseconds after which an attempt counts as lost. Default: 180,000. */
  timeoutMs?: number;
  /** Used in place of the global one. */
  fetch?: typeof fetch;
}

/**
 * The answer of `extract`.
 *
 * @example
 * ```ts
 * import type { Extraction } from '@sightread/client';
 *
 * const answer: Extraction<{ name: string }> = await client.extract('https://example.com/product', {
 *   schema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
 *   evidence: true,
 * });
 * console.log(answer.data.name, answer.evidence?.['/name']?.source);
 * ```
 */
export interface Extraction<T> {
  data: T;
  /** Which values are not on the page, or that no language model was used. */
  warning?: string;
  /** With `evidence: true`: by JSON pointer, where on the page each value was found. */
  evidence?: Record<string, { source: string; path?: string; quote?: string }>;
}

/**
 * What is left this month; null means without limit.
 *
 * @example
 * ```ts
 * import type { Credits } from '@sightread/client';
 *
 * const { remaining, used }: Credits = await client.credits();
 * console.log(remaining ?? 'no limit', used);
 * ```
 */
export interface Credits {
  remaining: number | null;
  used: number;
  allowance: number | null;
  resetsAt: string;
}

type Options<Request, Named extends keyof Request> = Omit<Request, Named> & CallOptions;

/** A body, with the options of the call. */
interface Posted extends CallOptions {
  [field: string]: unknown;
}

const defaultUrl = 'http://localhost:3000';
const defaultRetries = 6;
const defaultTimeoutMs = 180_000;

/**
 * A client of the API. Calls that the server cannot take at the moment are tried again, when it says; those that start a
 * job or cost credits carry an idempotency key, so that a repeated one does nothing twice.
 *
 * @example
 * ```ts
 * import { Sightread } from '@sightread/client';
 *
 * const reader = new Sightread({ key: process.env.SIGHTREAD_KEY ?? '', url: process.env.SIGHTREAD_URL ?? '' });
 * const page = await reader.scrape('https://example.com/a', { formats: ['markdown'] });
 * console.log(page.markdown);
 * ```
 */
export class Sightread {
  /** Pages that are read again and again, and what has changed on them. */
  readonly monitors: Monitors;
  readonly #http: Http;
  readonly #images: Partial<Pick<ImageOptions, 'token' | 'url'>>;

  constructor({ key, url = defaultUrl, imageUrl, publishableKey, ...options }: SightreadOptions) {
    this.#http = createHttp({
      url,
      key,
      maxRetries: options.maxRetries ?? defaultRetries,
      timeoutMs: options.timeoutMs ?? defaultTimeoutMs,
      fetch: options.fetch ?? ((...args) => fetch(...args)),
    });
    this.#images = { ...(imageUrl && { url: imageUrl }), ...(publishableKey && { token: publishableKey }) };
    this.monitors = new Monitors(this.#http);
  }

  /** Reads one page. */
  async scrape(url: string, options: Options<ScrapeRequest, 'url'> = {}): Promise<Page> {
    return (await this.#post<{ data: Page }>('/v1/scrape', { url, ...options })).data;
  }

  /** Reads many pages, up to 100,000: iterate over the job, or wait for it. */
  batch(urls: readonly string[], options: Options<BatchRequest, 'urls'> = {}): Promise<Job> {
    return this.#open('/v1/batch/scrape', { urls, ...options });
  }

  /** Finds and reads the pages of a site. */
  crawl(url: string, options: Options<CrawlRequest, 'url'> = {}): Promise<Job> {
    return this.#open('/v1/crawl', { url, ...options });
  }

  /** A job that exists, by its id. */
  job(id: string): Job {
    return new Job(this.#http, { id });
  }

  /** The last batches and crawls of this account, newest first. */
  async jobs(options: CallOptions = {}): Promise<(JobProgress & { createdAt: string })[]> {
    const lists = await Promise.all(
      ['/v1/batch/scrape', '/v1/crawl'].map((path) =>
        this.#http.json<{ data: (JobProgress & { createdAt: string })[] }>(path, options),
      ),
    );
    const jobs = lists.flatMap(({ data }) => data);
    return jobs.sort((one, other) => (one.createdAt < other.createdAt ? 1 : -1));
  }

  /** Finds the pages of a site without reading them. */
  map(url: string, options: Options<MapRequest, 'url'> = {}): Promise<MapResult> {
    return this.#post('/v1/map', { url, ...options });
  }

  /** Data of a page, in the shape of a schema: a JSON Schema, or one of Zod and its like, which also gives its type. */
  extract<Output>(
    url: string,
    options: Options<ExtractRequest, 'url' | 'schema'> & { schema: StandardSchema<unknown, Output> },
  ): Promise<Extraction<Output>>;
  extract<const S extends JsonSchema>(
    url: string,
    options: Options<ExtractRequest, 'url' | 'schema'> & { schema: S },
  ): Promise<Extraction<DataOf<S>>>;
  extract<T = unknown>(url: string, options: Options<ExtractRequest, 'url'>): Promise<Extraction<T>>;
  async extract(
    url: string,
    { schema, ...options }: Options<ExtractRequest, 'url' | 'schema'> & { schema?: unknown },
  ): Promise<Extraction<unknown>> {
    const asked = isStandardSchema(schema) ? jsonSchemaOf(schema) : schema;
    const body = { url, ...(asked !== undefined && { schema: asked }), ...options };
    // The server keeps the answer under the idempotency key, so a lost one can be asked for again.
    const answer = await this.#post<Extraction<unknown>>('/v1/extract', body, { isRepeatable: true });
    return isStandardSchema(schema) ? { ...answer, data: await parsedBy(schema, answer.data) } : answer;
  }

  /** The colors, fonts, logos and style of a site. */
  branding(
    url: string,
    options: Options<BrandingRequest, 'url'> = {},
  ): Promise<{ data: BrandingProfile; warning?: string }> {
    return this.#post('/v1/branding', { url, ...options });
  }

  /** What is left this month. */
  credits(options: CallOptions = {}): Promise<Credits> {
    return this.#http.json('/v1/credits', options);
  }

  /** The address of a domain's icon, with the publishable key of this client. */
  iconUrl(domain: string, options: Partial<ImageOptions> = {}): string {
    return iconUrl(domain, { token: '', ...this.#images, ...options });
  }

  /** The address of a domain's Open Graph image, with the publishable key of this client. */
  openGraphUrl(domain: string, options: Partial<ImageOptions> = {}): string {
    return openGraphUrl(domain, { token: '', ...this.#images, ...options });
  }

  async #open(path: string, request: Posted): Promise<Job> {
    return new Job(this.#http, await this.#post<{ id: string }>(path, request, { isRepeatable: true }));
  }

  #post<T>(path: string, request: Posted, { isRepeatable = false } = {}): Promise<T> {
    const { signal, idempotencyKey, ...body } = request;
    const call = { ...(signal && { signal }), ...(idempotencyKey && { idempotencyKey }) };
    return this.#http.json(path, { method: 'POST', body, isRepeatable, ...call });
  }
}
