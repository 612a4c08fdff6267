import type { Pages } from '../../storage/pages.ts';
import { fingerprintOf } from './fingerprint.ts';
import type { ReadPage } from './read.ts';

/** Answers from a stored result of the same account where the caller allows one of that age, or the site says it still holds. */
export function readingCopies(read: ReadPage, pages: Pick<Pages, 'findCopy'>): ReadPage {
  return async (page) => {
    const { account, url, options } = page;
    if (options.maxAge === 0) return read(page);
    const copy = await pages.findCopy(account, fingerprintOf(url, options));
    if (!copy) return read(page);
    if (Date.now() - copy.settledAt.getTime() <= options.maxAge) return { item: copy.item };
    const outcome = await read({ ...page, ...(copy.validators && { validators: copy.validators }) });
    return 'notModified' in outcome
      ? { item: copy.item, ...(copy.validators && { validators: copy.validators }) }
      : outcome;
  };
}
