import { Failure } from '../../contracts/failures.ts';
import type { PageOptions } from '../../contracts/requests/pageOptions.ts';
import type { Webhook } from '../../contracts/requests/webhook.ts';
import { layoutFor } from '../../contracts/work/batchLayout.ts';
import { batchWork } from '../../contracts/work/batchWork.ts';
import {
  type MonitorReading,
  type MonitorRun,
  type OpenedReading,
  type RunOutcome,
  readingJob,
} from '../../contracts/work/monitors.ts';
import { type Plans, planNamed } from '../../runtime/plans.ts';
import type { Monitor } from '../../storage/monitors.ts';
import type { Storage } from '../../storage/storage.ts';
import type { OpenActivities } from '../batches/open.ts';
import type { RemoveSchedule } from './removeSchedule.ts';
import { storeUrls } from './storeUrls.ts';

interface Deps {
  storage: Storage;
  plans: Plans;
  openBatch: OpenActivities['openBatch'];
  removeSchedule: RemoveSchedule;
}

export type MonitorActivities = ReturnType<typeof createMonitorActivities>;

/** The small database steps of a monitor's run; each may be repeated. */
export function createMonitorActivities({ storage, plans, openBatch, removeSchedule }: Deps) {
  /** Opens the job of a reading whose URL list is stored. */
  async function openReading(reading: MonitorReading, monitor: Monitor): Promise<OpenedReading> {
    const { account, requestId } = reading;
    const job = readingJob(reading);
    const crawl = reading.reading === 1 ? monitor.crawl : undefined;
    const stored = crawl ? { chunks: 0 } : await storage.urls.layout(job, 0);
    if (!stored) throw new Failure('NotFound', 'The list of pages to read is gone.');
    const total = crawl ? 1 : await storage.urls.count(job, 0);
    const options = readingOptions(monitor);
    const webhook = monitor.webhook && forChanges(monitor.webhook);
    const shared = { options, ...(crawl && { crawl }) };
    await openBatch({ account, requestId, job, key: monitor.key, total, ...shared, ...(webhook && { webhook }) });
    const found = await storage.accounts.find(account);
    const layout = layoutFor(planNamed(plans, found?.plan ?? ''), crawl?.options.limit ?? total);
    // Deliveries start once there is something to deliver.
    return { work: batchWork({ account, requestId, job, round: 0 }, { ...layout, ...stored }, shared) };
  }

  async function openReadingAgain(reading: MonitorReading): Promise<OpenedReading | undefined> {
    const monitor = await storage.monitors.find(reading.monitor);
    return monitor && openReading(reading, monitor);
  }

  return {
    /** Opens a run with its first reading; undefined if the monitor is gone. */
    async openRun(run: MonitorRun): Promise<OpenedReading | undefined> {
      const { account, monitor: id } = run;
      const monitor = await storage.monitors.find(id);
      if (!monitor) {
        // Its schedule can outlive it, if Temporal was unreachable when it was removed.
        await removeSchedule(id);
        return undefined;
      }
      await storage.monitorRuns.open({ _id: run.run, monitor: id, account, isFirst: !monitor.hasBaseline });
      const first: MonitorReading = { ...run, reading: 1 };
      if (!monitor.crawl) await storeUrls(storage.urls, { account, job: readingJob(first) }, monitor.urls);
      return openReading(first, monitor);
    },

    /** Opens the reading of the pages that seem to have changed. */
    openSecondReading: (run: MonitorRun) => openReadingAgain({ ...run, reading: 2 }),

    /** Opens the reading of those that seem to have changed and were not among the pages of the first. */
    openThirdReading: (run: MonitorRun) => openReadingAgain({ ...run, reading: 3 }),

    /** Ends a run. Resolves to whether there is something to tell the webhook. */
    async finishRun({
      monitor,
      run,
      secondJob,
      thirdJob,
      compared,
      unreachable,
      error,
    }: RunOutcome): Promise<{ hasNews: boolean }> {
      const changes = await storage.monitorRuns.countChanges(run);
      const readings = [run, secondJob, ...(thirdJob ? [thirdJob] : [])];
      const jobs = await Promise.all(readings.map((job) => storage.jobs.find(job)));
      await storage.monitorRuns.finish(run, {
        ...changes,
        pages: compared,
        unreachable,
        creditsUsed: jobs.reduce((sum, job) => sum + (job?.creditsUsed ?? 0), 0),
        status: error === undefined ? 'completed' : 'failed',
        ...(error !== undefined && { error }),
      });
      if (error === undefined) await storage.monitors.setBaseline(monitor);
      await storage.monitorRuns.removeOldest(monitor);
      return { hasNews: changes.new + changes.changed + changes.removed > 0 };
    },
  };
}

/** Pages are compared by their markdown, and never with a stored result. */
function readingOptions({ options }: Monitor): PageOptions {
  return { ...options, formats: [...new Set([...options.formats, 'markdown' as const])], maxAge: 0 };
}

/** None of the events of a batch: those of the monitor follow when the pages are compared. */
function forChanges(webhook: Webhook): Webhook {
  return { ...webhook, events: [] };
}
