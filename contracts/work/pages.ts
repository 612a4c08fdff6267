import type { PageOptions } from '../requests/pageOptions.ts';
import type { JobWork } from './context.ts';

/** One page of a job; a single scrape is a job of one page. */
export interface PageWork extends JobWork {
  readonly index: number;
  readonly url: string;
  readonly options: PageOptions;
  /** Why the page is read in the browser; absent for a plain fetch. */
  readonly reason?: string;
}

/** A file of the caller, kept in the object store until it is read. */
export interface UploadedFile {
  /** Its name in the store. */
  readonly object: string;
  readonly contentType?: string;
}

/** The input of `parseFile`: its `url` is the name of the file. */
export interface FileWork extends PageWork {
  readonly file: UploadedFile;
}

/** The input of `scrapePage`. */
export interface ScrapeWork extends PageWork {
  /** The options can only be met by rendering. */
  readonly browserOnly: boolean;
}
