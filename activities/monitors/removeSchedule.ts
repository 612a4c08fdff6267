import { type Client, ScheduleNotFoundError } from '@temporalio/client';
import { monitorScheduleId } from '../../contracts/work/ids.ts';

export type RemoveSchedule = (monitor: string) => Promise<void>;

/** Removes the schedule of a monitor, so that it runs no more. */
export function createRemoveSchedule({ schedule }: Pick<Client, 'schedule'>): RemoveSchedule {
  return async (monitor) => {
    try {
      await schedule.getHandle(monitorScheduleId(monitor)).delete();
    } catch (error) {
      if (!(error instanceof ScheduleNotFoundError)) throw error;
    }
  };
}
