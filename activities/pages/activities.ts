import { cancellationSignal } from '@temporalio/activity';
import type { PageWork } from '../../contracts/work/pages.ts';
import { type Pages, resultLifetimeMs } from '../../storage/pages.ts';
import { completedPage } from './completedPage.ts';
import type { ReadPage } from './readPage.ts';

export interface PageRead {
  render?: string;
  /** What the page costs. */
  credits?: number;
  /** Returned by an earlier version for a page that costs nothing. */
  isFree?: true;
}

export type PageActivities = ReturnType<typeof createPageActivities>;

export function createPageActivities({ read, pages }: { read: ReadPage; pages: Pages }) {
  return {
    /**
     * Reads one page and stores its item; if the page needs the browser instead, returns the reason in `render`.
     */
    async readPage({ job, account, index, url, options, reason }: PageWork): Promise<PageRead> {
      const outcome = await read({
        account,
        job,
        url,
        options,
        signal: cancellationSignal(),
        ...(reason && { reason }),
      });
      if ('render' in outcome) return outcome;
      if (!('item' in outcome)) return {};
      const page = { index, ...completedPage({ url, options }, outcome) };
      const owner = { account, expiresAt: new Date(Date.now() + resultLifetimeMs) };
      await pages.insert(await pages.unsettledAmong(await pages.records(job, [page], owner)));
      return { credits: page.credits };
    },
  };
}
