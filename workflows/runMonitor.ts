import {
  executeChild,
  isCancellation,
  ParentClosePolicy,
  proxyActivities,
  proxyLocalActivities,
  startChild,
  TemporalFailure,
  uuid4,
} from '@temporalio/workflow';
import type { MonitorActivities } from '../activities/monitors/activities.ts';
import type { ComparisonActivities } from '../activities/monitors/comparePages.ts';
import { batchWorkflowId, webhooksWorkflowId } from '../contracts/work/ids.ts';
import type { Comparison, MonitorReading, MonitorRun, MonitorWork, OpenedReading } from '../contracts/work/monitors.ts';
import type { batchScrape } from './batchScrape.ts';
import type { crawl } from './crawl.ts';
import type { deliverWebhooks } from './deliverWebhooks.ts';
import { isRefusal, reasonOf } from './refusal.ts';
import { comparisonTimeouts, databaseStep } from './timeouts.ts';

const { openRun, openSecondReading, openThirdReading, finishRun } =
  proxyLocalActivities<MonitorActivities>(databaseStep);
const { comparePages } = proxyActivities<ComparisonActivities>({ taskQueue: 'fetch', ...comparisonTimeouts });

/**
 * One run of a monitor: reads its pages as a batch and compares them with how they were. What seems to have changed is
 * read once more at once, because what differs between two readings in a row is noise, not news.
 */
export async function runMonitor(work: MonitorWork): Promise<void> {
  const id = uuid4();
  let run: MonitorRun = { ...work, requestId: `monitor-${id}`, run: id, secondJob: uuid4(), thirdJob: uuid4() };
  const counts = { compared: 0, unreachable: 0 };
  let error: string | undefined;
  try {
    const opened = await openRun(run);
    // The monitor has been removed.
    if (!opened) return;
    // As it was opened: a replay by a worker with tracing makes other ids, because tracing makes some of its own.
    run = { ...run, run: opened.work.job };
    const problem = await compareAll(run, opened, counts);
    // A site that is down says nothing about its pages.
    if (counts.compared === 0 && problem) error = `No page could be read: ${problem}`;
  } catch (thrown) {
    if (isCancellation(thrown) || !(thrown instanceof TemporalFailure)) throw thrown;
    error = errorOf(thrown);
  }
  const { hasNews } = await finishRun({ ...run, ...counts, ...(error && { error }) });
  if (hasNews) await startDeliveries(run);
}

/** Returns why a page could not be read, if one could not. */
async function compareAll(
  run: MonitorRun,
  opened: OpenedReading,
  counts: { compared: number; unreachable: number },
): Promise<string | undefined> {
  const first = await compare({ ...run, reading: 1 }, opened, counts);
  if (first.suspects === 0) return first.problem;
  const again = await openSecondReading(run);
  const second = again && (await compare({ ...run, reading: 2 }, again, counts));
  const onceMore = second && second.suspects > 0 ? await openThirdReading(run) : undefined;
  const third = onceMore && (await compare({ ...run, reading: 3 }, onceMore, counts));
  return first.problem ?? second?.problem ?? third?.problem;
}

async function compare(
  reading: MonitorReading,
  opened: OpenedReading,
  counts: { compared: number; unreachable: number },
): Promise<Comparison> {
  await read(reading, opened);
  const comparison = await comparePages(reading);
  counts.compared += comparison.compared;
  counts.unreachable += comparison.unreachable;
  return comparison;
}

/** What an account may be told about a run that failed. */
function errorOf(thrown: TemporalFailure): string {
  const reason = reasonOf(thrown);
  return isRefusal(thrown) && reason instanceof Error
    ? reason.message
    : 'The run failed because of a fault on our side; the next one is not affected.';
}

async function read({ account }: MonitorRun, { work }: OpenedReading): Promise<void> {
  const isCrawl = work.firstPosition !== undefined;
  await executeChild<typeof batchScrape | typeof crawl>(isCrawl ? 'crawl' : 'batchScrape', {
    workflowId: batchWorkflowId(work.job, work.round),
    args: [work, { from: { nextChunk: 0, parts: [] } }],
    memo: { account },
  });
}

async function startDeliveries({ account, requestId, run: job }: MonitorRun): Promise<void> {
  await startChild<typeof deliverWebhooks>('deliverWebhooks', {
    workflowId: webhooksWorkflowId(job, 0),
    args: [{ account, requestId, job }],
    memo: { account },
    parentClosePolicy: ParentClosePolicy.ABANDON,
  });
}
