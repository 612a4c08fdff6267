import { condition, continueAsNew, defineSignal, proxyActivities, setHandler } from '@temporalio/workflow';
import type { NotifyActivities } from '../activities/notify/activities.ts';
import type { JobWork } from '../contracts/work/context.ts';
import { wakeSignal } from '../contracts/work/notify.ts';
import { isHistoryFull } from './historyLimits.ts';
import { webhookTimeouts } from './timeouts.ts';

/** A run with more events than this continues in a new one. */
const maxHistoryEvents = 1_000;

/** Posts a job's events to its webhook until all are delivered or given up. All waiting is done here, by timers. */
export async function deliverWebhooks(work: JobWork): Promise<void> {
  const { deliverDueEvents } = proxyActivities<NotifyActivities>({
    taskQueue: 'flow',
    ...webhookTimeouts,
    // The receivers of one account, however slow, leave room for those of the others.
    priority: { fairnessKey: work.account },
  });
  let isWoken = false;
  setHandler(defineSignal(wakeSignal), () => {
    isWoken = true;
  });
  while (!isHistoryFull(maxHistoryEvents)) {
    isWoken = false;
    const { nextInMs } = await deliverDueEvents(work);
    if (nextInMs !== undefined) await condition(() => isWoken, nextInMs);
    // Woken meanwhile: there may be something new.
    else if (!isWoken) return;
  }
  await continueAsNew<typeof deliverWebhooks>(work);
}
