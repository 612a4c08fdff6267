import { ScheduleAlreadyRunning, ScheduleNotFoundError, ScheduleOverlapPolicy } from '@temporalio/client';
import { monitorScheduleId, monitorWorkflowId } from '../../contracts/work/ids.ts';
import type { MonitorWork, Recurrence } from '../../contracts/work/monitors.ts';
import type { runMonitor } from '../../workflows/index.ts';
import { queryTimeoutMs, startTimeoutMs, type TemporalClient } from './client.ts';
import { failureOf } from './failures.ts';

interface MonitorSchedule extends MonitorWork {
  recurrence: Recurrence;
  isPaused: boolean;
  /** Intervals are counted from here, so that not all monitors run at the full hour. */
  createdAt: Date;
}

/** The schedules of monitors. */
export function createMonitorFlows({ client, withDeadline }: TemporalClient) {
  const { schedule } = client;

  function optionsOf({ account, monitor, recurrence, isPaused, createdAt }: MonitorSchedule) {
    const args: Parameters<typeof runMonitor> = [{ account, monitor }];
    return {
      spec:
        'cron' in recurrence
          ? { cronExpressions: [recurrence.cron] }
          : {
              intervals: [{ every: recurrence.intervalMs, offset: createdAt.getTime() % recurrence.intervalMs }],
            },
      // What was missed while Temporal was down is not made up for, beyond one run.
      policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '5 minutes' },
      state: { paused: isPaused },
      action: {
        type: 'startWorkflow' as const,
        workflowType: 'runMonitor',
        workflowId: monitorWorkflowId(monitor),
        taskQueue: 'flow',
        memo: { account },
        args,
      },
    };
  }

  return {
    /** Creates or changes the schedule of a monitor, whichever is needed: a crash may have left it without one. */
    async scheduleMonitor(monitor: MonitorSchedule): Promise<void> {
      const scheduleId = monitorScheduleId(monitor.monitor);
      const options = optionsOf(monitor);
      await withDeadline(startTimeoutMs, async () => {
        try {
          await schedule.create({ scheduleId, ...options });
        } catch (error) {
          if (!(error instanceof ScheduleAlreadyRunning)) throw error;
          await schedule.getHandle(scheduleId).update(() => options);
        }
      });
    },
    async isMonitorRunning(monitor: string): Promise<boolean> {
      // Asked for before a run is started, and worth as much patience as that.
      const { info } = await withDeadline(startTimeoutMs, () =>
        schedule.getHandle(monitorScheduleId(monitor)).describe(),
      );
      return info.runningActions.length > 0;
    },
    /** Starts a run now. If one is running, it does nothing, or starts when that one has ended if `isBuffered`. */
    async triggerMonitor(monitor: string, { isBuffered = false } = {}): Promise<void> {
      const overlap = isBuffered ? ScheduleOverlapPolicy.BUFFER_ONE : ScheduleOverlapPolicy.SKIP;
      await withDeadline(startTimeoutMs, () => schedule.getHandle(monitorScheduleId(monitor)).trigger(overlap));
    },
    async unscheduleMonitor(monitor: string): Promise<void> {
      try {
        await withDeadline(startTimeoutMs, () => schedule.getHandle(monitorScheduleId(monitor)).delete());
      } catch (error) {
        if (!(error instanceof ScheduleNotFoundError)) throw error;
      }
    },
    /** When a monitor runs next; undefined if it is paused, or if that cannot be told just now. */
    async nextMonitorRun(monitor: string): Promise<Date | undefined> {
      try {
        const { state, info } = await withDeadline(queryTimeoutMs, () =>
          schedule.getHandle(monitorScheduleId(monitor)).describe(),
        );
        return state.paused ? undefined : info.nextActionTimes[0];
      } catch (error) {
        // Not worth failing for: the rest of the answer is in the database.
        if (error instanceof ScheduleNotFoundError || failureOf(error)) return undefined;
        throw error;
      }
    },
  };
}
