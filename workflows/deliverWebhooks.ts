import { continueAsNew, proxyActivities, sleep, workflowInfo } from '@temporalio/workflow';
import type { NotifyActivities } from '../activities/notify/activities.ts';
import type { JobWork } from '../contracts/work/context.ts';
import { webhookTimeouts } from './timeouts.ts';

const { deliverDueEvents } = proxyActivities<NotifyActivities>({ taskQueue: 'fetch', ...webhookTimeouts });

/** A run with more events than this continues in a new one. */
const maxHistoryEvents = 1_000;

/** Posts a job's events to its webhook until all are delivered or given up. */
export async function deliverWebhooks(work: JobWork): Promise<void> {
  while (workflowInfo().historyLength < maxHistoryEvents) {
    const { nextInMs } = await deliverDueEvents(work);
    if (nextInMs === undefined) return;
    await sleep(nextInMs);
  }
  await continueAsNew<typeof deliverWebhooks>(work);
}
