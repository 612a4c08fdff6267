import type { MonitorRunRecord } from '../../../storage/monitorRuns.ts';
import type { Monitor } from '../../../storage/monitors.ts';
import { Pill } from '../view/components.tsx';
import { pluralize } from '../view/format.ts';

interface MonitorPillProps {
  monitor: Monitor;
  lastRun: MonitorRunRecord | undefined;
}

export function MonitorPill({ monitor, lastRun }: MonitorPillProps) {
  if (lastRun?.status === 'running') return <Pill tone="accent">running</Pill>;
  if (monitor.isPaused) return <Pill>paused</Pill>;
  return lastRun?.status === 'failed' ? <Pill tone="bad">last run failed</Pill> : <Pill tone="good">active</Pill>;
}

/** `2 changed, 1 removed` */
export function foundText(run: MonitorRunRecord): string {
  if (run.status === 'running') return 'running';
  if (run.status === 'failed') return 'failed';
  if (run.isFirst) return `${pluralize(run.pages, 'page')} remembered`;
  const kinds = (['new', 'changed', 'removed'] as const).filter((kind) => run[kind] > 0);
  return kinds.length === 0 ? 'no change' : kinds.map((kind) => `${run[kind]} ${kind}`).join(', ');
}
