import { maxPagePrice } from '../../contracts/prices.ts';
import type { CallAnswer, NeedsBrowser } from '../../contracts/work/calls.ts';
import type { FileWork, PageWork } from '../../contracts/work/pages.ts';
import type { CreditMetrics } from '../../runtime/metrics/work.ts';
import type { Storage } from '../../storage/storage.ts';
import type { AllowanceOf } from '../billing/allowance.ts';
import { completedPage } from './completedPage.ts';
import type { ReadPage } from './readPage.ts';

interface Deps {
  read: ReadPage;
  storage: Pick<Storage, 'ledger' | 'scrapes'>;
  allowanceOf: AllowanceOf;
  metrics: CreditMetrics;
}

/**
 * Reads one page, or a file, for a caller that waits, stores it and charges it. The balance is looked at before, so that nothing is
 * read for an account that cannot pay, and again when the page is charged.
 */
export function createScrapePage({ read, storage, allowanceOf, metrics }: Deps) {
  return async (work: PageWork | FileWork, signal: AbortSignal): Promise<CallAnswer<NeedsBrowser>> => {
    const { job, account, index, url, options, reason } = work;
    const allowance = await allowanceOf(account);
    await storage.ledger.requireBalance({ account, amount: maxPagePrice(options), allowance });
    const file = 'file' in work ? work.file : undefined;
    const outcome = await read({
      account,
      job,
      url,
      options,
      signal,
      ...(reason && { reason }),
      ...(file && { file }),
      packing: {},
    });
    if ('render' in outcome) return { value: outcome };
    if (!('item' in outcome)) throw new Error('a page that was not asked for conditionally was not modified');
    signal.throwIfAborted();
    const page = completedPage({ url, options }, outcome);
    const { item, charged } = await storage.scrapes.settle(
      { index, ...page },
      { id: job, account, operation: 'scrape', amount: page.credits, allowance },
    );
    if (charged > 0) metrics.creditsSettled({ operation: 'scrape', charged, released: 0 });
    if (!item) throw new Error(`page ${index} of ${job} is missing from storage`);
    return { content: item };
  };
}
