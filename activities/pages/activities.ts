import { cancellationSignal } from '@temporalio/activity';
import type { PageWork } from '../../contracts/work.ts';
import { type Pages, resultsLifeMs } from '../../storage/pages.ts';
import type { ReadPage } from './read.ts';

export type PageActivities = ReturnType<typeof createPageActivities>;

export const createPageActivities = ({ read, pages }: { read: ReadPage; pages: Pages }) => ({
  /** Reads one page and stores its item, unless it turns out to need the browser. */
  async readPage({ job, index, url, options }: PageWork): Promise<{ render: boolean }> {
    const outcome = await read({ url, options, signal: cancellationSignal() });
    if ('render' in outcome) return { render: true };
    const page = { index, outcome: 'completed' as const, item: outcome.item };
    await pages.add(await pages.records(job, [page], new Date(Date.now() + resultsLifeMs)));
    return { render: false };
  },
});
