/** The inputs of `batchScrape`, `crawl` and their activities: ids, counts and small options, never the content of a page. */
import type { PageOptions } from '../requests/pageOptions.ts';
import type { Webhook } from '../requests/webhook.ts';
import type { JobWork } from './context.ts';
import type { NewCrawl } from './crawl.ts';

/** A batch, or a later round of it for the URLs that failed. */
export interface RoundWork extends JobWork {
  /** 0 for the batch itself, then one more for each retry. */
  readonly round: number;
}

/** How a batch is cut into chunks, and how many pages of it are read at the same time. */
export interface BatchLayout {
  readonly chunkSize: number;
  /** Concurrency within a chunk, … */
  readonly pagesAtOnce: number;
  /** … and how many chunks are read at the same time. */
  readonly lanes: number;
  /** Concurrency of all batches of the account together. Absent in batches started by an earlier version. */
  readonly accountPages?: number;
}

/** The input of `batchScrape` and `crawl`, the same in every run of it. */
export interface BatchWork extends RoundWork, BatchLayout {
  /** How many chunks the URL list of this round was stored in; the first round of a crawl has none. */
  readonly chunks: number;
  readonly pageTimeoutMs: number;
  /** Every page of this batch needs the browser. */
  readonly browserOnly: boolean;
  readonly webhook: boolean;
  /** Of a crawl: the position of its frontier where this round begins, after its list. */
  readonly firstPosition?: number;
  /** Of a crawl: whether this round reads the sitemaps of the site. */
  readonly readsSitemaps?: boolean;
}

/** How a run of `batchScrape` or `crawl` begins: with a new job, with a job's failed pages, or where the previous run stopped. */
export type BatchStart = { open: NewBatch } | { reopen: NewRound } | { from: BatchProgress };

/** The job to create. */
export interface NewBatch extends JobWork {
  readonly key: string;
  readonly total: number;
  readonly options: PageOptions;
  /** After this moment the caller has been told that the job was not opened, so it must not be. */
  readonly until?: number;
  readonly webhook?: Webhook;
  readonly maxConcurrency?: number;
  readonly idempotency?: { key: string; body: string };
  readonly crawl?: NewCrawl;
}

/** The failed pages of an ended job, to be read again. */
export interface NewRound extends RoundWork {
  readonly failed: number;
}

/** The job that answers: the new one, or an earlier one with the same idempotency key. */
export interface OpenedBatch {
  readonly job: string;
  /** False if that earlier job was created with another body. */
  readonly sameBody: boolean;
}

/** The update through which the gateway learns that a batch has been opened. */
export const openedUpdate = 'opened';

/** Where the next run of a batch continues. */
export interface BatchProgress {
  readonly nextChunk: number;
  readonly parts: readonly ChunkPart[];
  /** Of a crawl: how many URLs it had accepted, … */
  readonly total?: number;
  /** … and whether its sitemaps have been read. */
  readonly hasSitemaps?: boolean;
}

/** Pages of one chunk that are still to be read with one engine. */
export interface ChunkPart {
  /** Its number in the round's list. The chunks of a frontier follow, each numbered by its first position. */
  readonly chunk: number;
  /** Positions in the batch; absent means the whole chunk. */
  readonly indexes?: readonly number[];
  /** Why each of them needs the browser. */
  readonly reasons?: readonly string[];
  readonly queue: 'fetch' | 'browser';
  /** How often their site has asked us to come back later. */
  readonly refusals: number;
}

/** The input of `readPages`: some URLs of a chunk, to be read with one engine. */
export interface ChunkWork extends ChunkStep, Pick<ChunkPart, 'reasons'> {
  readonly pagesAtOnce: number;
  readonly accountPages?: number;
  /** Whether a page whose site says "later" may be postponed again, or fails now. */
  readonly mayPutOff: boolean;
  /** Every position below this one is settled. */
  readonly frontier: number;
}

/** The input of the small database steps on a part of a chunk. */
export interface ChunkStep extends RoundWork, Pick<ChunkPart, 'chunk' | 'indexes'> {
  /** The chunk is of a crawl's frontier, not of the round's list. */
  readonly isDiscovered?: true;
}

/** What is left of a chunk after one attempt at it. */
export interface ChunkLeftover {
  /** Pages that need the browser, and why. */
  readonly render: readonly { index: number; reason: string }[];
  /** Pages whose host is busy or asked us to come back later. */
  readonly later: readonly { indexes: readonly number[]; afterMs: number; refused: boolean }[];
  /** The job was cancelled or has ended: there is nothing more to do for it. */
  readonly ended: boolean;
  /** Of a crawl: how many URLs it has accepted by now. */
  readonly total?: number;
}

/** The step that adds the pages of the site's sitemaps. */
export interface SitemapStep extends RoundWork {
  readonly timeoutMs: number;
}

/** How many URLs a crawl has accepted so far. */
export interface CrawlSize {
  readonly total: number;
}
