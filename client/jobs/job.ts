import type { Page } from '../api.ts';
import type { CallOptions, Http } from '../http/request.ts';
import { hasEnded, type JobProgress } from './progress.ts';
import { saveTo } from './save.ts';
import { watchJob } from './watch.ts';

/**
 * A URL of a job that could not be read, and why.
 *
 * @example
 * ```ts
 * import type { JobFailure } from '@sightread/client';
 *
 * const job = await client.batch(['https://example.com/gone']);
 * await job.wait();
 * const [failure]: JobFailure[] = (await job.errors()).errors;
 * console.log(failure?.error); // The site answered 404.
 * ```
 */
export interface JobFailure {
  id: string;
  timestamp: string;
  url: string;
  error: string;
}

/**
 * How to wait for a job.
 *
 * @example
 * ```ts
 * import type { WaitOptions } from '@sightread/client';
 *
 * const options: WaitOptions = { onProgress: ({ completed, total }) => console.log(`${completed} of ${total}`) };
 * await (await client.batch(['https://example.com/a'])).wait(options);
 * ```
 */
export interface WaitOptions {
  signal?: AbortSignal;
  /** Called with the counters whenever they have changed. */
  onProgress?: (progress: JobProgress) => void;
}

/** Pages that have settled since the last ones, and where to go on. */
export interface PageChunk {
  pages: Page[];
  cursor: string;
  progress: JobProgress;
}

interface ChunkAnswer extends JobProgress {
  data: Page[];
  cursor: string;
}

const pollIntervalMs = 1_000;

/**
 * A batch or a crawl. Iterating over it yields each page once, as soon as it is settled, until the job has ended. Broken
 * connections and restarted servers are bridged: nothing is lost or repeated.
 *
 * @example
 * ```ts
 * const job = await client.batch(['https://example.com/a', 'https://example.com/gone']);
 * for await (const page of job) console.log(page.url, page.error ?? page.markdown);
 * ```
 */
export class Job implements AsyncIterable<Page> {
  /** By which `client.job(id)` finds it again. */
  readonly id: string;
  /** The URLs that were left out, with `ignoreInvalidURLs`. */
  readonly invalidURLs: readonly string[];
  readonly #http: Http;
  readonly #path: string;

  /** @internal Made by `client.batch`, `client.crawl` and `client.job`. */
  constructor(http: Http, { id, invalidURLs = [] }: { id: string; invalidURLs?: readonly string[] }) {
    this.id = id;
    this.invalidURLs = invalidURLs;
    this.#http = http;
    this.#path = `/v1/batch/scrape/${encodeURIComponent(id)}`;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Page> {
    for await (const { pages } of this.chunks()) yield* pages;
  }

  /** The pages in the groups in which they arrive; `cursor` of one continues behind it, in another process too. */
  async *chunks({ cursor = '', signal }: { cursor?: string; signal?: AbortSignal } = {}): AsyncGenerator<PageChunk> {
    const watch = watchJob(this.#http, this.#path, { signal, pollIntervalMs });
    let seen = cursor;
    try {
      for (;;) {
        const chunk = await this.next({ cursor: seen, ...(signal && { signal }) });
        seen = chunk.cursor;
        if (chunk.pages.length > 0) yield chunk;
        else if (hasEnded(chunk.progress)) return;
        else await watch.next();
      }
    } finally {
      watch.close();
    }
  }

  /** The pages that have settled since a cursor, without waiting for more. */
  async next({
    cursor = '',
    limit,
    ...options
  }: CallOptions & { cursor?: string; limit?: number } = {}): Promise<PageChunk> {
    const query = new URLSearchParams({ cursor, ...(limit !== undefined && { limit: String(limit) }) });
    const answer = await this.#http.json<ChunkAnswer>(`${this.#path}?${query}`, options);
    const { data: pages, cursor: next, ...progress } = answer;
    return { pages, cursor: next, progress };
  }

  /** Resolves when the job has ended, however it has. */
  async wait({ signal, onProgress }: WaitOptions = {}): Promise<JobProgress> {
    const watch = watchJob(this.#http, this.#path, { signal, pollIntervalMs });
    try {
      for (;;) {
        const progress = await watch.next();
        onProgress?.(progress);
        if (hasEnded(progress)) return progress;
      }
    } finally {
      watch.close();
    }
  }

  /** Writes each page as a line of JSON, while the job runs. Called again after an interruption, it goes on where it was. */
  save(path: string, options: WaitOptions = {}): Promise<JobProgress> {
    return saveTo(path, this, options);
  }

  /** How far it is now. */
  async status(options: CallOptions = {}): Promise<JobProgress> {
    const answer = await this.#http.json<ChunkAnswer>(`${this.#path}?limit=1`, options);
    const { data: _, ...progress } = answer;
    return progress;
  }

  /** The URLs that failed so far, and those that robots.txt forbids. */
  errors(options: CallOptions = {}): Promise<{ errors: JobFailure[]; robotsBlocked: string[] }> {
    return this.#http.json(`${this.#path}/errors`, options);
  }

  /** Ends it: from now on nothing is added to it. */
  cancel(options: CallOptions = {}): Promise<JobProgress> {
    return this.#http.json(this.#path, { method: 'DELETE', ...options });
  }

  /** Has the failed URLs read again, in the same job. */
  retry(options: CallOptions = {}): Promise<JobProgress> {
    return this.#http.json(`${this.#path}/retry`, { method: 'POST', ...options });
  }
}
