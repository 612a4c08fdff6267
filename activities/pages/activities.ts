import { cancellationSignal } from '@temporalio/activity';
import type { PageWork } from '../../contracts/work/pages.ts';
import { type Pages, resultLifetimeMs } from '../../storage/pages.ts';
import { hasNoText } from './emptyPage.ts';
import { fingerprintOf } from './fingerprint.ts';
import type { ReadPage } from './readPage.ts';

export interface PageRead {
  render?: string;
  isFree?: true;
}

export type PageActivities = ReturnType<typeof createPageActivities>;

export function createPageActivities({ read, pages }: { read: ReadPage; pages: Pages }) {
  return {
    /**
     * Reads one page and stores its item; if the page needs the browser instead, returns the reason in `render`. A page
     * with nothing to read `isFree`.
     */
    async readPage({ job, account, index, url, options, reason }: PageWork): Promise<PageRead> {
      const outcome = await read({ account, url, options, signal: cancellationSignal(), ...(reason && { reason }) });
      if ('render' in outcome) return outcome;
      if (!('item' in outcome)) return {};
      const page = { index, outcome: 'completed' as const, fingerprint: fingerprintOf(url, options), ...outcome };
      await pages.add(
        await pages.records(job, [page], { account, expiresAt: new Date(Date.now() + resultLifetimeMs) }),
      );
      return hasNoText(outcome.item) ? { isFree: true } : {};
    },
  };
}
