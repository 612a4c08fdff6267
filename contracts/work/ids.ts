/** Workflow ids. Temporal runs one workflow per id at a time, so each id says what must not run twice at once. */
import type { RefreshWork } from './images.ts';

export function mapWorkflowId(job: string): string {
  return `map-${job}`;
}

export function extractWorkflowId(job: string): string {
  return `extract-${job}`;
}

export function brandingWorkflowId(job: string): string {
  return `branding-${job}`;
}

export function batchWorkflowId(job: string, round: number): string {
  return `batch-${job}-${round}`;
}

export function webhooksWorkflowId(job: string, round: number): string {
  return `webhooks-${job}-${round}`;
}

export function monitorScheduleId(monitor: string): string {
  return `monitor-${monitor}`;
}

/** Temporal adds the time of each run. */
export function monitorWorkflowId(monitor: string): string {
  return `monitor-run-${monitor}`;
}

export function overageWorkflowId(account: string, month: string): string {
  return `overage-${account}-${month}`;
}

/** One search at a time for a source; every caller that asks meanwhile shares it. */
export function refreshWorkflowId({ kind, domain, theme }: Pick<RefreshWork, 'kind' | 'domain' | 'theme'>): string {
  return `refresh-${kind}-${domain}-${theme}`;
}

export function deleteAccountWorkflowId(account: string): string {
  return `delete-account-${account}`;
}

/** The schedule that refreshes icons whose week is over. It runs hourly; the id is stored in Temporal. */
export const sweepScheduleId = 'weekly-icon-refresh';
export const sweepWorkflowId = 'sweep-icons';
