import { shownUrl } from '../../../contracts/egress/url.ts';
import type { MonitorResult, MonitorRunResult, PageChange } from '../../../contracts/results/monitor.ts';
import type { MonitorRunRecord, PageChangeRecord } from '../../../storage/monitorRuns.ts';
import type { Monitor } from '../../../storage/monitors.ts';

/** A monitor as callers see it. */
export function monitorResult(
  { _id, name, urls, crawl, every, isPaused, webhook, createdAt }: Monitor,
  { lastRun, nextRunAt }: { lastRun?: MonitorRunRecord | undefined; nextRunAt?: Date | undefined } = {},
): MonitorResult {
  return {
    id: _id,
    ...(name && { name }),
    urls: urls.map(shownUrl),
    ...(crawl && { crawl: shownUrl(crawl.url) }),
    every,
    status: isPaused ? 'paused' : 'active',
    ...(webhook && { webhook: withoutQuery(webhook.url) }),
    createdAt: createdAt.toISOString(),
    ...(nextRunAt && { nextRunAt: nextRunAt.toISOString() }),
    ...(lastRun && { lastRun: runResult(lastRun) }),
  };
}

export function runResult({ _id, monitor: _, account: __, startedAt, finishedAt, ...run }: MonitorRunRecord) {
  return {
    id: _id,
    ...run,
    startedAt: startedAt.toISOString(),
    ...(finishedAt && { finishedAt: finishedAt.toISOString() }),
  } satisfies MonitorRunResult;
}

export function changeResult({ url, change, added, removed, diff }: PageChangeRecord): PageChange {
  return {
    url,
    change,
    ...(added !== undefined && { added }),
    ...(removed !== undefined && { removed }),
    ...(diff !== undefined && { diff }),
  };
}

/** Receivers put secrets into the query. */
function withoutQuery(url: string): string {
  const shown = new URL(shownUrl(url));
  shown.search = '';
  return shown.href;
}
