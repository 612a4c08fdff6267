import { continueAsNew, proxyActivities, sleep, workflowInfo } from '@temporalio/workflow';
import type { NotifyActivities } from '../activities/notify/activities.ts';
import type { JobWork } from '../contracts/work/context.ts';

const { deliverDueEvents } = proxyActivities<NotifyActivities>({
  taskQueue: 'fetch',
  heartbeatTimeout: '5 seconds',
  startToCloseTimeout: '5 minutes',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
});

const eventsARun = 1_000;

/** Posts a job's events to its webhook until all are delivered or given up. */
export async function deliverWebhooks(work: JobWork): Promise<void> {
  while (workflowInfo().historyLength < eventsARun) {
    const { nextInMs } = await deliverDueEvents(work);
    if (nextInMs === undefined) return;
    await sleep(nextInMs);
  }
  await continueAsNew<typeof deliverWebhooks>(work);
}
