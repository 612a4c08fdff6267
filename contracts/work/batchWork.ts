import { needsBrowser } from '../requests/browserOnly.ts';
import type { BatchLayout, BatchWork, NewBatch, RoundWork } from './batches.ts';
import type { NewCrawl } from './crawl.ts';

/** A crawl that is being created begins with its first position. */
type CrawlOfRound = Pick<NewCrawl, 'options'> & { readonly firstPosition?: number };

/** The input of `batchScrape` or `crawl` for a round of a job whose URL list is stored in that many chunks. */
export function batchWork(
  round: RoundWork,
  layout: BatchLayout & { chunks: number },
  { options, webhook, crawl }: Pick<NewBatch, 'options' | 'webhook'> & { crawl?: CrawlOfRound },
): BatchWork {
  const { account, requestId, job } = round;
  return {
    account,
    requestId,
    job,
    round: round.round,
    ...layout,
    pageTimeoutMs: options.timeout,
    browserOnly: needsBrowser(options),
    webhook: webhook !== undefined,
    ...(crawl && {
      firstPosition: crawl.firstPosition ?? 0,
      readsSitemaps: round.round === 0 && crawl.options.sitemap !== 'skip',
    }),
  };
}
