import type { PageOptions } from '../../contracts/requests/pageOptions.ts';
import type { PageItem } from '../../contracts/results/page.ts';
import type { Validators } from '../../storage/pageRecord.ts';

export interface PageToRead {
  account: string;
  /** Whose page it is, where there is one. */
  job?: string;
  url: string;
  options: PageOptions;
  signal: AbortSignal;
  /** Why the page is read in the browser. */
  reason?: string;
  /** The validators of a cached copy, which let the site answer 304 Not Modified. */
  validators?: Validators;
}

/** A page's item, with its price where that is not the usual one; or, in `render`, the reason why it needs the browser; or that the cached copy is still current. */
export type ReadOutcome =
  | { item: PageItem; validators?: Validators; credits?: number }
  | { render: string }
  | { notModified: true };

export type ReadPage = (page: PageToRead) => Promise<ReadOutcome>;
