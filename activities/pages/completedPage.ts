import type { PageOptions } from '../../contracts/requests/pageOptions.ts';
import type { PageMetadata } from '../../contracts/results/page.ts';
import type { SettledPage } from '../../storage/pageRecord.ts';
import { priceOf } from './emptyPage.ts';
import { isErrorPage } from './errorPages.ts';
import { fingerprintOf } from './fingerprint.ts';
import type { ReadOutcome } from './readPage.ts';

/** A page that was read, as it is settled: with its price, and with what finds it again. */
export function completedPage(
  { url, options, more = {} }: { url: string; options: PageOptions; more?: Partial<PageMetadata> },
  outcome: Extract<ReadOutcome, { item: unknown }>,
): Omit<SettledPage, 'index'> & { credits: number } {
  const { item } = outcome;
  const credits = priceOf(outcome);
  return {
    ...outcome,
    outcome: 'completed',
    ...(!isErrorPage(item) && { fingerprint: fingerprintOf(url, options) }),
    item: { ...item, metadata: { ...item.metadata, creditsUsed: credits, ...more } },
    credits,
  };
}
