import { cancellationSignal } from '@temporalio/activity';
import { shownUrl } from '../../contracts/egress/url.ts';
import { layOutBatch } from '../../contracts/work/batchLayout.ts';
import { type Comparison, type MonitorReading, readingJob } from '../../contracts/work/monitors.ts';
import type { Job } from '../../storage/jobs.ts';
import { resultLifetimeMs } from '../../storage/pages.ts';
import type { Storage } from '../../storage/storage.ts';
import { judgePage } from './judgePage.ts';

export type ComparisonActivities = ReturnType<typeof createComparisonActivities>;

export function createComparisonActivities(storage: Storage) {
  async function judgeAll(work: MonitorReading, job: Job) {
    const { account, monitor, run, reading } = work;
    const isFirst = (await storage.monitorRuns.find(run))?.isFirst ?? false;
    const suspects: string[] = [];
    const counts = { compared: 0, unreachable: 0 };
    let problem: string | undefined;
    for await (const { index, item } of storage.pages.items(job._id)) {
      cancellationSignal().throwIfAborted();
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
    return { ...counts, suspects, problem };
  }

  return {
    /** Compares the pages of a reading with how the monitor remembers them. May be repeated. */
    async comparePages(work: MonitorReading): Promise<Comparison> {
      const job = await storage.jobs.find(readingJob(work));
      const monitor = await storage.monitors.find(work.monitor);
      if (!job || !monitor) return { suspects: 0, compared: 0, unreachable: 0 };
      const { suspects, compared, unreachable, problem } = await judgeAll(work, job);
      if (suspects.length > 0) {
        const wanted = new Set(suspects);
        // The monitor's own spelling, which may have a user name and password.
        const urls = monitor.urls.filter((url) => wanted.has(shownUrl(url)));
        await storage.urls.store({
          account: work.account,
          job: readingJob({ ...work, reading: 2 }),
          round: 0,
          chunkSize: layOutBatch(urls.length, 1).chunkSize,
          entries: urls.map((url, index) => ({ index, url })),
          expiresAt: new Date(Date.now() + resultLifetimeMs),
        });
      }
      return { suspects: suspects.length, compared, unreachable, ...(problem && { problem }) };
    },
  };
}
