import type { MonitorResult } from '../../../../contracts/results/monitor.ts';
import type { MonitorRunRecord, PageChangeRecord } from '../../../../storage/monitorRuns.ts';
import { scheduleOf } from './schedule.ts';

/** Each monitor watches one thing. */
const targetId = 'target-1';

/** A monitor in the words of its clients. */
export function v2Monitor(monitor: MonitorResult) {
  const { id, name = '', status, every, urls, crawl, webhook, createdAt, nextRunAt, lastRun } = monitor;
  return {
    id,
    name,
    status,
    schedule: scheduleOf(every),
    targets: [crawl ? { id: targetId, type: 'crawl', url: crawl } : { id: targetId, type: 'scrape', urls }],
    webhook: webhook ? { url: webhook } : null,
    notification: null,
    nextRunAt: nextRunAt ?? null,
    lastRunAt: lastRun?.startedAt ?? null,
    currentCheckId: lastRun?.status === 'running' ? lastRun.id : null,
    lastCheckSummary: lastRun ? summaryOf(lastRun) : null,
    // Checks are kept by their number, not by days.
    retentionDays: 0,
    createdAt,
    updatedAt: lastRun?.finishedAt ?? createdAt,
  };
}

/** A run in the words of clients, which call it a check. */
export function v2Check(run: MonitorRunRecord) {
  const { _id: id, monitor: monitorId, status, startedAt, finishedAt, creditsUsed, error } = run;
  return {
    id,
    monitorId,
    status,
    trigger: 'scheduled',
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    actualCredits: creditsUsed,
    billingStatus: status === 'running' ? 'reserved' : 'confirmed',
    summary: summaryOf(run),
    error: error ?? null,
    createdAt: startedAt.toISOString(),
    updatedAt: (finishedAt ?? startedAt).toISOString(),
  };
}

export function v2CheckPage({ _id: id, url, change, diff, at }: PageChangeRecord) {
  return {
    id,
    targetId,
    url,
    status: change,
    diff: diff === undefined ? null : { text: diff },
    createdAt: at.toISOString(),
  };
}

type Counts = Pick<MonitorRunRecord, 'pages' | 'unreachable' | 'new' | 'changed' | 'removed'>;

function summaryOf({ pages, unreachable, new: added, changed, removed }: Counts) {
  return {
    totalPages: pages + unreachable,
    same: Math.max(0, pages - added - changed - removed),
    changed,
    new: added,
    removed,
    error: unreachable,
  };
}
