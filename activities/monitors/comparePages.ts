import { cancellationSignal } from '@temporalio/activity';
import { shownUrl } from '../../contracts/egress/url.ts';
import { type Comparison, type MonitorReading, readingJob } from '../../contracts/work/monitors.ts';
import type { Job } from '../../storage/jobs.ts';
import type { Storage } from '../../storage/storage.ts';
import { judgePage } from './judgePage.ts';
import { storeUrls } from './storeUrls.ts';

export type ComparisonActivities = ReturnType<typeof createComparisonActivities>;

export function createComparisonActivities(storage: Storage) {
  async function judgeAll(work: MonitorReading, job: Job) {
    const { account, monitor, run, reading } = work;
    const isFirst = (await storage.monitorRuns.find(run))?.isFirst ?? false;
    const suspects: string[] = [];
    const seen = new Set<string>();
    const counts = { compared: 0, unreachable: 0 };
    let problem: string | undefined;
    for await (const { index, item } of storage.pages.items(job._id)) {
      cancellationSignal().throwIfAborted();
      seen.add(item.url);
      // A crawl has met this page under another address too.
      if (item.metadata.duplicateOf !== undefined) continue;
      const known = await storage.monitoredPages.find({ monitor, url: item.url });
      const verdict = judgePage(item, { known, run, reading, isFirst });
      if (verdict.kind === 'unreachable') {
        counts.unreachable += 1;
        problem ??= item.error ?? item.warning;
        continue;
      }
      if (verdict.kind === 'suspect') {
        await storage.monitoredPages.suspect({ monitor, url: item.url }, run, verdict.lines);
        suspects.push(item.url);
        continue;
      }
      counts.compared += 1;
      if (verdict.kind === 'same') continue;
      const { page, change } = verdict;
      const content = change && page ? { job: job._id, index } : undefined;
      await storage.monitoring.settle(
        { account, monitor, run, page, ...(change && { change }), ...(content && { content }) },
        // The webhook hangs on the job of the first reading.
        { _id: run, ...(job.webhook && { webhook: job.webhook }) },
      );
    }
    if (isWholeSite(job)) suspects.push(...(await suspectMissing(work, seen)));
    return { ...counts, suspects, problem };
  }

  /** Pages that a crawl no longer finds may be gone, or only not be linked any more: reading them tells. */
  async function suspectMissing({ monitor, run }: MonitorReading, seen: ReadonlySet<string>): Promise<string[]> {
    const missing: string[] = [];
    for await (const url of storage.monitoredPages.urls(monitor)) {
      if (seen.has(url)) continue;
      await storage.monitoredPages.suspect({ monitor, url }, run, []);
      missing.push(url);
    }
    return missing;
  }

  return {
    /** Compares the pages of a reading with how the monitor remembers them. May be repeated. */
    async comparePages(work: MonitorReading): Promise<Comparison> {
      const job = await storage.jobs.find(readingJob(work));
      const monitor = await storage.monitors.find(work.monitor);
      if (!job || !monitor) return { suspects: 0, compared: 0, unreachable: 0 };
      const { suspects, compared, unreachable, problem } = await judgeAll(work, job);
      if (suspects.length > 0) {
        // In the caller's own spelling, which may have a user name and password.
        const given = new Map(monitor.urls.map((url) => [shownUrl(url), url]));
        const urls = suspects.map((url) => given.get(url) ?? url);
        const next = work.reading === 1 ? 2 : 3;
        await storeUrls(storage.urls, { account: work.account, job: readingJob({ ...work, reading: next }) }, urls);
      }
      return { suspects: suspects.length, compared, unreachable, ...(problem && { problem }) };
    },
  };
}

/** Whether a page that this job has not met is not on the site any more, as far as its links and sitemaps say. */
function isWholeSite({ crawl, status, completed, total, warnings = [] }: Job): boolean {
  return (
    crawl !== undefined &&
    status === 'completed' &&
    completed > 0 &&
    total < crawl.options.limit &&
    warnings.length === 0
  );
}
