import type { Client } from '@temporalio/client';
import { type Queue, queues } from '../../contracts/queues.ts';

export interface Backlog {
  queue: Queue;
  kind: 'workflow' | 'activity';
  tasks: number;
  oldestSeconds: number;
}

/** Temporal's own numbers for the two kinds of tasks. */
const taskKinds = { workflow: 1, activity: 2 } as const;
const kinds = ['workflow', 'activity'] as const;

/** What waits in each queue, as Temporal knows it. */
export function backlogOf(client: Client): Promise<Backlog[]> {
  return Promise.all(
    queues.flatMap((queue) =>
      kinds.map(async (kind) => {
        const { stats } = await client.workflowService.describeTaskQueue({
          namespace: client.options.namespace,
          taskQueue: { name: queue },
          taskQueueType: taskKinds[kind],
          reportStats: true,
        });
        const age = stats?.approximateBacklogAge;
        return {
          queue,
          kind,
          tasks: Number(stats?.approximateBacklogCount ?? 0),
          oldestSeconds: Number(age?.seconds ?? 0) + (age?.nanos ?? 0) / 1e9,
        };
      }),
    ),
  );
}
