import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { accountGone, Failure } from '../../../contracts/failures.ts';
import type { MonitorRequest, MonitorUpdate } from '../../../contracts/requests/monitor.ts';
import type { Settings } from '../../../runtime/settings.ts';
import type { Monitor, MonitorChange } from '../../../storage/monitors.ts';
import type { Storage } from '../../../storage/storage.ts';
import type { PlanOf } from '../../accounts/plan.ts';
import type { Caller } from '../../http/context.ts';
import type { Flows } from '../../temporal/flows.ts';
import { crawlOptions } from '../jobs/createCrawl.ts';
import { checkWebhook } from '../jobs/openJob.ts';
import { checkOptions } from '../options.ts';
import { publicUrl } from '../publicUrl.ts';
import { parseEvery } from './recurrence.ts';

/** How long Temporal may take to close a run whose end is stored. */
const endingMs = 5_000;
const endingPollMs = 100;

interface Deps {
  settings: Settings;
  storage: Pick<Storage, 'monitors' | 'monitoring' | 'monitorRuns'>;
  flows: Pick<Flows, 'scheduleMonitor' | 'isMonitorRunning' | 'triggerMonitor' | 'unscheduleMonitor'>;
  planOf: PlanOf;
}

/** What callers of the API and people on the dashboard do with monitors. */
export function createMonitorOperations({ settings, storage, flows, planOf }: Deps) {
  function checkUrls(urls: readonly string[], field: string): string[] {
    return urls.map((url, at) => publicUrl(urls.length > 1 ? `${field}[${at}]` : field, url, settings));
  }

  /** The record is the truth; the schedule follows it. */
  function schedule({ _id: monitor, account, every, isPaused, createdAt }: Monitor): Promise<void> {
    return flows.scheduleMonitor({ monitor, account, recurrence: parseEvery(every), isPaused, createdAt });
  }

  /**
   * Whether a run whose result is stored already is still open, for as long as that is worth a wait: until Temporal has
   * closed it, it would keep the next one from starting.
   */
  async function isStillEnding(monitor: string): Promise<boolean> {
    const deadline = Date.now() + endingMs;
    while (await flows.isMonitorRunning(monitor)) {
      if ((await storage.monitorRuns.latest(monitor))?.status === 'running') return false;
      if (Date.now() > deadline) return true;
      await sleep(endingPollMs);
    }
    return false;
  }

  return {
    async create({ account, key }: Pick<Caller, 'account' | 'key'>, request: MonitorRequest): Promise<Monitor> {
      const { url, urls, crawl, every, name, webhook, ...options } = request;
      if ([url, urls, crawl].filter((each) => each !== undefined).length !== 1)
        throw new Failure('InvalidRequest', 'Say what to watch: `url`, `urls` or `crawl`, one of them.');
      checkOptions({ ...options, maxAge: 0 }, settings);
      parseEvery(every);
      const checked = checkWebhook(webhook, settings);
      const monitor: Monitor = {
        _id: randomUUID(),
        account,
        key,
        ...(name && { name }),
        urls: checkUrls(urls ?? (url === undefined ? [] : [url]), urls ? 'urls' : 'url'),
        ...(crawl && {
          crawl: { url: publicUrl('crawl.url', crawl.url, settings), options: crawlOptions(crawl, settings) },
        }),
        every,
        options: { ...options, maxAge: 0 },
        ...(checked && { webhook: checked }),
        isPaused: false,
        hasBaseline: false,
        createdAt: new Date(),
      };
      const { monitors: max } = await planOf(account);
      const outcome = await storage.monitoring.create(monitor, max);
      if (outcome === 'no account') throw new Failure('Unauthenticated', accountGone);
      if (outcome === 'too many')
        throw new Failure('Conflict', `The plan of this account allows ${max} monitors; remove one first.`);
      try {
        await schedule(monitor);
        // The first run only remembers the pages: better now than after the first interval.
        await flows.triggerMonitor(monitor._id);
      } catch (error) {
        // If this fails as well, the schedule ends with its first run, which finds no monitor.
        await flows.unscheduleMonitor(monitor._id).catch(() => {});
        await storage.monitoring.remove(monitor._id);
        throw error;
      }
      return monitor;
    },

    async change(monitor: Monitor, { webhook, urls, status, ...given }: MonitorUpdate): Promise<Monitor> {
      if (given.every !== undefined) parseEvery(given.every);
      if (urls && monitor.crawl)
        throw new Failure('InvalidRequest', '`urls`: this monitor watches a site; make another one for single pages.');
      const changes: MonitorChange = {
        ...given,
        ...(urls && { urls: checkUrls(urls, 'urls') }),
        ...(status && { isPaused: status === 'paused' }),
        ...(webhook !== undefined && { webhook: checkWebhook(webhook ?? undefined, settings) ?? null }),
      };
      const changed = await storage.monitors.change(monitor._id, changes);
      if (!changed) throw new Failure('NotFound', `There is no monitor ${monitor._id}.`);
      await schedule(changed);
      return changed;
    },

    async setPaused(monitor: Monitor, isPaused: boolean): Promise<Monitor> {
      await storage.monitors.setPaused(monitor._id, isPaused);
      const changed = { ...monitor, isPaused };
      await schedule(changed);
      return changed;
    },

    /** Also of a monitor that is paused. Nothing, if a run is under way. */
    async runNow(monitor: Monitor): Promise<void> {
      await schedule(monitor);
      await flows.triggerMonitor(monitor._id, { isBuffered: await isStillEnding(monitor._id) });
    },

    async remove({ _id }: Monitor): Promise<void> {
      await flows.unscheduleMonitor(_id);
      await storage.monitoring.remove(_id);
    },
  };
}
