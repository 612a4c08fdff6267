/** What workflows and activities are given: ids, counts and small options; never a page's content. */
import type { PageOptions } from '../requests/pageOptions.ts';

/** For whom a piece of work is done, and under which names its log lines can be found. */
export interface WorkContext {
  readonly account: string;
  readonly requestId: string;
}

/** One page of a job; a single scrape is a job of one page. */
export interface PageWork extends WorkContext {
  readonly job: string;
  readonly index: number;
  readonly url: string;
  readonly options: PageOptions;
  /** Why it is read in the browser. */
  readonly reason?: string;
}

/** A question to one page; what is asked and answered is in storage, under `job`. */
export interface ExtractWork extends WorkContext {
  readonly job: string;
  readonly url: string;
  readonly options: PageOptions;
  readonly browserOnly: boolean;
}

/** Answering it, once the page has been read and is kept under `page`. */
export interface ExtractStep extends WorkContext {
  readonly job: string;
  readonly page: string;
  readonly url: string;
}

/** A batch, or a later round of it for the URLs that failed. */
export interface BatchWork extends WorkContext {
  readonly job: string;
  /** 0 for the batch itself, then one for each retry. */
  readonly round: number;
  /** How many chunks the URL list of this round was stored in. */
  readonly chunks: number;
  readonly chunkSize: number;
  /** Each chunk is at most this many pages at a time, … */
  readonly pagesAtOnce: number;
  /** … and this many chunks are worked on at a time. */
  readonly lanes: number;
  /** All batches of the account together read this many pages at a time. Absent in those begun by an earlier version. */
  readonly accountPages?: number;
  readonly pageTimeoutMs: number;
  /** Every page of this batch needs the browser. */
  readonly browserOnly: boolean;
  readonly webhook: boolean;
}

/** Some URLs of a chunk, to be read with one engine. */
export interface ChunkWork extends WorkContext {
  readonly job: string;
  readonly round: number;
  readonly chunk: number;
  /** Positions in the batch; absent means the whole chunk. */
  readonly indexes?: readonly number[];
  /** Why each of them needs the browser. */
  readonly reasons?: readonly string[];
  readonly pagesAtOnce: number;
  readonly accountPages?: number;
  /** Whether a site that says "later" may still be put off, or this was the last time. */
  readonly mayPutOff: boolean;
  /** Every position below this one is settled. */
  readonly frontier: number;
}

/** What is left of a chunk after one go at it. */
export interface Leftover {
  /** Pages that need the browser, and why. */
  readonly render: readonly { index: number; reason: string }[];
  /** Pages whose host is busy or asked us to come back later. */
  readonly later: readonly { indexes: readonly number[]; afterMs: number; refused: boolean }[];
  /** The job was cancelled or has ended: there is nothing more to do for it. */
  readonly ended: boolean;
}

/** The update by which the gateway learns that a batch has been opened. */
export const openedUpdate = 'opened';

/** What is asked for is taken up within this time, or not at all: whoever was told "later" has no second one running. */
export const takeUpWithinMs = 25_000;
export const notTakenUp = 'No worker took this up in time; please try again.';

/** The job that answers: the new one, or an earlier one with the same idempotency key. */
export interface OpenedBatch {
  readonly job: string;
  /** False where that earlier one was made with another body. */
  readonly sameBody: boolean;
}
