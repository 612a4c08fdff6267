import type { PageOptions } from '../../contracts/requests/pageOptions.ts';
import type { PageItem } from '../../contracts/results/page.ts';
import type { Validators } from '../../storage/pages.ts';

export interface PageToRead {
  account: string;
  url: string;
  options: PageOptions;
  signal: AbortSignal;
  /** Why it is read in the browser. */
  reason?: string;
  /** Of a stored copy: the site may answer that it still holds. */
  validators?: Validators;
}

/** A page's item; or the reason why it needs the browser; or that the stored copy still holds. */
export type ReadOutcome = { item: PageItem; validators?: Validators } | { render: string } | { notModified: true };

export type ReadPage = (page: PageToRead) => Promise<ReadOutcome>;
