import { type Client, ScheduleAlreadyRunning, ScheduleOverlapPolicy } from '@temporalio/client';
import { sweepScheduleId } from '../../contracts/work/images.ts';
import type { Logger } from '../../runtime/log.ts';

const tryAgainMs = 5_000;

/** Sees to it that the weekly refresh is scheduled; where Temporal is away, as soon as it is back. */
export async function scheduleSweep({ schedule }: Client, log: Logger): Promise<void> {
  for (;;) {
    try {
      await schedule.create({
        scheduleId: sweepScheduleId,
        // Sites fall due one by one over their week; a look every hour finds each soon after, and most find few.
        spec: { intervals: [{ every: '1 hour' }], jitter: '10 minutes' },
        policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '1 hour' },
        action: {
          type: 'startWorkflow',
          workflowType: 'sweepIcons',
          workflowId: 'sweep-icons',
          taskQueue: 'image',
          args: [{}],
        },
      });
      return;
    } catch (error) {
      if (error instanceof ScheduleAlreadyRunning) return;
      log.warn({ err: error }, 'the icon refresh cannot be scheduled just now; it will be');
      await new Promise((resolve) => setTimeout(resolve, tryAgainMs).unref());
    }
  }
}
