import type { PageItem } from '../../contracts/results/page.ts';
import type { Pages } from '../../storage/pages.ts';
import { fingerprintOf } from './fingerprint.ts';
import type { ReadPage } from './readPage.ts';

/**
 * Answers from a stored result of the same account: without a request while it is younger than the caller's `maxAge`,
 * and once it is older if the site answers 304 Not Modified.
 */
export function withCache(read: ReadPage, pages: Pick<Pages, 'findCached'>): ReadPage {
  return async (page) => {
    const { account, url, options } = page;
    // Changes are only seen on the page itself, and actions may cause some.
    const isFresh = options.formats.includes('changeTracking') || (options.actions ?? []).length > 0;
    if (options.maxAge === 0 || isFresh) return read(page);
    const cached = await pages.findCached(account, fingerprintOf(url, options));
    if (!cached) return read(page);
    const { validators, settledAt, credits } = cached;
    const copy = { item: outsideOfCrawl(cached.item), ...(credits !== undefined && { credits }) };
    if (Date.now() - settledAt.getTime() <= options.maxAge) return copy;
    const outcome = await read({ ...page, ...(validators && { validators }) });
    return 'notModified' in outcome ? { ...copy, ...(validators && { validators }) } : outcome;
  };
}

/** What a crawl said about the page holds for that crawl alone. */
function outsideOfCrawl(item: PageItem): PageItem {
  const { depth: _, discoveredFrom: __, duplicateOf: ___, ...metadata } = item.metadata;
  return { ...item, metadata };
}
