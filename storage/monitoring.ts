import type { PageChange } from '../contracts/results/monitor.ts';
import type { Accounts } from './accounts.ts';
import type { Events } from './events.ts';
import type { Job } from './jobs.ts';
import type { MonitoredPage, MonitoredPages } from './monitoredPages.ts';
import type { MonitorRuns } from './monitorRuns.ts';
import type { Monitor, Monitors } from './monitors.ts';
import type { Transaction } from './transaction.ts';

interface Deps {
  transaction: Transaction;
  accounts: Accounts;
  monitors: Monitors;
  monitorRuns: MonitorRuns;
  monitoredPages: MonitoredPages;
  events: Events;
}

/** What a run says about one page. */
export interface PageVerdict {
  account: string;
  monitor: string;
  run: string;
  /** How the page is remembered from now on; undefined forgets it. */
  page: MonitoredPage | undefined;
  change?: PageChange;
  /** The page of a job whose formats the webhook gets. */
  content?: { job: string; index: number };
}

/** The steps of a monitor that touch several collections; each may be repeated. */
export function monitoringOn({ transaction, accounts, monitors, monitorRuns, monitoredPages, events }: Deps) {
  return {
    /** Creates a monitor, unless its account has `max` already or is gone; null means any number. */
    create: (monitor: Monitor, max: number | null): Promise<'created' | 'too many' | 'no account'> =>
      transaction(async (session) => {
        if (!(await accounts.touch(monitor.account, session))) return 'no account';
        if (max !== null && (await monitors.count(monitor.account, session)) >= max) {
          await session.abortTransaction();
          return 'too many';
        }
        await monitors.insert(monitor, session);
        return 'created';
      }),

    /** Remembers a page, its change and the event for the webhook of the job, together. */
    settle: (verdict: PageVerdict, { _id: job, webhook }: Pick<Job, '_id' | 'webhook'>): Promise<void> =>
      transaction(async (session) => {
        const { account, monitor, run, page, change, content } = verdict;
        const url = page?.url ?? change?.url;
        if (url === undefined) return;
        if (page) await monitoredPages.keep({ ...page, account, monitor }, session);
        else await monitoredPages.removePage({ monitor, url }, session);
        if (!change || !(await monitorRuns.addChange({ account, monitor, run, ...change }, session)) || !webhook)
          return;
        const seen = { monitor, run, change, ...(content && { content }) };
        await events.add([{ _id: `${run}:change:${url}`, job, account, round: 0, type: 'change', seen }], session);
      }),

    /** Removes a monitor with all that it knows. What runs notices that it is gone. */
    async remove(id: string): Promise<void> {
      await monitors.remove(id);
      await monitorRuns.removeMonitor(id);
      await monitoredPages.removeMonitor(id);
    },
  };
}
