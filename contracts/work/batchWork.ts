import { needsBrowser } from '../requests/browserOnly.ts';
import type { BatchLayout, BatchWork, NewBatch, RoundWork } from './batches.ts';

/** The input of `batchScrape` for a round of a job whose URL list is stored in that many chunks. */
export function batchWork(
  round: RoundWork,
  layout: BatchLayout & { chunks: number },
  { options, webhook }: Pick<NewBatch, 'options' | 'webhook'>,
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
  };
}
