import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, ScheduleAlreadyRunning, ScheduleOverlapPolicy } from '@temporalio/client';
import { sweepScheduleId, sweepWorkflowId } from '../../contracts/work/ids.ts';
import type { Logger } from '../../runtime/log.ts';

const retryDelayMs = 5_000;

/** Creates the schedule of the weekly icon refresh, retrying for as long as Temporal is away. */
export async function scheduleSweep({ schedule }: Client, log: Logger): Promise<void> {
  for (;;) {
    try {
      await schedule.create({
        scheduleId: sweepScheduleId,
        // Sources fall due one by one over their week: a sweep every hour finds each soon after, and most find few.
        spec: { intervals: [{ every: '1 hour' }], jitter: '10 minutes' },
        policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '1 hour' },
        action: {
          type: 'startWorkflow',
          workflowType: 'sweepIcons',
          workflowId: sweepWorkflowId,
          taskQueue: 'image',
          args: [{}],
        },
      });
      return;
    } catch (error) {
      if (error instanceof ScheduleAlreadyRunning) return;
      log.warn({ err: error }, 'could not schedule the icon refresh; will retry');
      await sleep(retryDelayMs, undefined, { ref: false });
    }
  }
}

/** When the last sweep started; when the schedule was created, if none has started yet. */
export async function lastSweep({ schedule }: Client): Promise<Date> {
  const { info } = await schedule.getHandle(sweepScheduleId).describe();
  return info.recentActions.at(-1)?.takenAt ?? info.createdAt;
}
