import type { PageOptions } from '../requests/pageOptions.ts';
import type { JobWork } from './context.ts';

/** The input of `extract`. The schema, the prompt and the answer are in storage, under `job`. */
export interface ExtractWork extends JobWork {
  readonly url: string;
  readonly options: PageOptions;
  readonly browserOnly: boolean;
}

/** The step that answers, once the page has been read and is stored under `page`. */
export interface ExtractStep extends JobWork {
  readonly page: string;
  readonly url: string;
}
