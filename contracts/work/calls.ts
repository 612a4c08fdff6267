import type { FailureKind } from '../failures.ts';
import type { PictureOrigin } from '../images/source.ts';
import type { Queue } from '../queues.ts';
import type { Brand, BrandSearch, RefreshWork, RenderWork } from './images.ts';
import type { FileWork, PageWork } from './pages.ts';
import type { SearchResult, SearchWork } from './search.ts';

/**
 * What a gateway asks of a worker directly, over HTTP, while its own caller waits. A page or a picture can be had again,
 * so it needs no workflow: if the worker is lost, another one is asked.
 */
export interface Calls {
  fetch: {
    scrapePage: Call<PageWork, NeedsBrowser>;
    parseFile: Call<FileWork, NeedsBrowser>;
    searchWeb: Call<SearchWork, SearchResult[]>;
  };
  browser: { scrapePage: Call<PageWork, NeedsBrowser> };
  image: {
    findPicture: Call<RefreshWork, FoundPicture>;
    renderPicture: Call<RenderWork, FoundPicture>;
    drawFallback: Call<RenderWork, never>;
    findBrands: Call<BrandSearch, Brand[]>;
  };
}

interface Call<Work, Value> {
  work: Work;
  answer: CallAnswer<Value>;
}

export type CalledQueue = keyof Calls & Queue;

/** The answer to a call: a small value, and what is too large for JSON. */
export interface CallAnswer<Value = unknown> {
  value?: Value;
  content?: Buffer;
}

/** In place of a page: why it has to be read in the browser. */
export interface NeedsBrowser {
  render: string;
}

/** Where the picture in the content is from. There is no answer if there is no picture. */
export interface FoundPicture {
  from: PictureOrigin;
}

/**
 * The first line of an answer, in JSON. The content follows it. Before it come empty lines, a heartbeat each, for as long
 * as the work takes.
 */
export interface AnswerHead {
  value?: unknown;
  failure?: { kind: FailureKind; message: string };
  /** An error that nobody foresaw; the worker's log has it. */
  isFault?: true;
}

export const heartbeatIntervalMs = 1_000;
/** A worker that has sent nothing for this long is lost. */
export const heartbeatTimeoutMs = 5_000;

export function callPath(queue: string, name: string): string {
  return `/${queue}/${name}`;
}
