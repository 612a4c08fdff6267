import type { WorkerOptions } from '@temporalio/worker';
import type { Queue } from '../contracts/queues.ts';

/** How much a worker of each queue takes on at once. */
export const slots: Record<Queue, Partial<WorkerOptions>> = {
  // Workflow turns and small database steps: short and many.
  flow: { maxConcurrentWorkflowTaskExecutions: 40, maxConcurrentActivityTaskExecutions: 100 },
  // Plain fetches mostly wait: take more while the machine has room, so that a big machine needs no tuning.
  fetch: {
    tuner: {
      tunerOptions: { targetCpuUsage: 0.9, targetMemoryUsage: 0.85 },
      activityTaskSlotOptions: { minimumSlots: 10, maximumSlots: 500, rampThrottle: '20 ms' },
    },
  },
  // Each slot is a Chromium page of a few hundred megabytes.
  browser: { maxConcurrentActivityTaskExecutions: 4 },
  image: { maxConcurrentActivityTaskExecutions: 20 },
  model: { maxConcurrentActivityTaskExecutions: 20 },
};
