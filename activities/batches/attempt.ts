import { Failure, failures } from '../../contracts/failures.ts';
import type { PageOptions } from '../../contracts/requests/pageOptions.ts';
import type { PageItem, PageMetadata } from '../../contracts/results/page.ts';
import type { SettledPage } from '../../storage/pageRecord.ts';
import type { UrlEntry } from '../../storage/urls.ts';
import { completedPage } from '../pages/completedPage.ts';
import type { PageToRead, ReadOutcome, ReadPage } from '../pages/readPage.ts';

export type AttemptOutcome = ReadOutcome | { failure: Failure };
/** An outcome with which the page is done. */
export type FinalOutcome = Extract<AttemptOutcome, { item: PageItem } | { failure: Failure }>;

/** Reads a page. A failure that a retry cannot mend becomes the page's result; any other one breaks the attempt. */
export async function attemptPage(read: ReadPage, page: PageToRead): Promise<AttemptOutcome> {
  try {
    return await read(page);
  } catch (error) {
    if (error instanceof Failure && !failures[error.kind].retry) return { failure: error };
    throw error;
  }
}

export function isFinal(outcome: AttemptOutcome): outcome is FinalOutcome {
  return 'item' in outcome || 'failure' in outcome;
}

export function settledPage(entry: UrlEntry, outcome: FinalOutcome, options: PageOptions): SettledPage {
  const { index, also, url } = entry;
  const repeated = also && { also };
  if ('item' in outcome)
    return { index, ...repeated, ...completedPage({ url, options, more: placeInCrawl(entry) }, outcome) };
  const { message, statusCode } = outcome.failure;
  const metadata = { sourceURL: url, ...(statusCode !== undefined && { statusCode }), ...placeInCrawl(entry) };
  return { index, ...repeated, outcome: 'failed', item: { url, error: message, metadata } };
}

/** Where a crawl has found the page. */
function placeInCrawl({ found }: UrlEntry): Pick<PageMetadata, 'depth' | 'discoveredFrom'> {
  return found ? { depth: found.depth, ...(found.from && { discoveredFrom: found.from }) } : {};
}
