import { ScheduleOverlapPolicy } from '@temporalio/client';
import { refreshWorkflowId, sweepScheduleId } from '../../contracts/work/ids.ts';
import type { RefreshWork } from '../../contracts/work/images.ts';
import type { Logger } from '../../runtime/log.ts';
import { queryTimeoutMs, startTimeoutMs, type TemporalClient } from './client.ts';
import { lastSweep, scheduleSweep } from './sweep.ts';

/** Searches for icons that nobody waits for, and the weekly sweep. */
export function createImageFlows({ client, withDeadline }: TemporalClient) {
  return {
    /** Looks for a source again; callers that ask while a search runs share it. */
    async refreshIcon(work: RefreshWork): Promise<void> {
      const handle = await withDeadline(startTimeoutMs, () =>
        client.workflow.start('refreshIcon', {
          taskQueue: 'image',
          workflowId: refreshWorkflowId(work),
          workflowIdConflictPolicy: 'USE_EXISTING',
          args: [work],
        }),
      );
      await handle.result();
    },
    /** Sweeps now, or again as soon as the sweep that is running has ended. */
    async sweepNow(): Promise<void> {
      await client.schedule.getHandle(sweepScheduleId).trigger(ScheduleOverlapPolicy.BUFFER_ONE);
    },
    scheduleSweep: (log: Logger) => scheduleSweep(client, log),
    lastSweep: () => withDeadline(queryTimeoutMs, () => lastSweep(client)),
  };
}
