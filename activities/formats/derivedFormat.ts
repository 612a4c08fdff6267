import type { PageOptions } from '../../contracts/requests/pageOptions.ts';
import type { PageItem } from '../../contracts/results/page.ts';
import type { PageToRead } from '../pages/readPage.ts';

/** A page with what its formats are made from. */
export interface FormatSource {
  page: PageToRead;
  item: PageItem;
  options: PageOptions;
  signal: AbortSignal;
}

/** What a format adds to the item, and to the price of the page. */
export interface DerivedFormat {
  fields: Partial<PageItem>;
  credits: number;
}
