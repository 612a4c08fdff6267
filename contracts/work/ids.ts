/** Workflow ids. Temporal runs one workflow per id at a time, so each id says what must not run twice at once. */
import type { RefreshWork } from './images.ts';

export const batchWorkflowId = (job: string, round: number): string => `batch-${job}-${round}`;
export const webhooksWorkflowId = (job: string, round: number): string => `webhooks-${job}-${round}`;
export const overageWorkflowId = (account: string, month: string): string => `overage-${account}-${month}`;
export const renderWorkflowId = (rendition: string): string => `render-${rendition}`;

/** One search at a time for a source; every caller that asks meanwhile shares it. */
export const refreshWorkflowId = ({ kind, domain, theme }: Pick<RefreshWork, 'kind' | 'domain' | 'theme'>): string =>
  `refresh-${kind}-${domain}-${theme}`;

/** The schedule that looks for icons whose week is over. */
export const sweepScheduleId = 'weekly-icon-refresh';
export const sweepWorkflowId = 'sweep-icons';
