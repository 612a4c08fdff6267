import type { MapRequest } from '../requests/map.ts';
import type { PageOptions } from '../requests/pageOptions.ts';
import type { JobWork } from './context.ts';

export type MapOptions = Required<
  Pick<MapRequest, 'sitemap' | 'includeSubdomains' | 'ignoreQueryParameters' | 'limit' | 'timeout'>
> &
  Pick<MapRequest, 'search'>;

/** The input of `map`. Its answer is in storage, under `job`. */
export interface MapWork extends JobWork {
  readonly url: string;
  readonly options: MapOptions;
  /** How the start page is read. */
  readonly page: PageOptions;
}

/** The step that finds the pages, once the start page has been read and is stored under the job's id. */
export interface MapStep extends JobWork {
  readonly url: string;
  readonly options: MapOptions;
}
