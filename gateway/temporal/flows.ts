import type { WorkflowClientInterceptor } from '@temporalio/client';
import type { Settings } from '../../runtime/settings.ts';
import { createAccountFlows } from './accountFlows.ts';
import { backlogOf } from './backlog.ts';
import { createBatchFlows } from './batchFlows.ts';
import { openTemporalClient, queryTimeoutMs } from './client.ts';
import { createImageFlows } from './imageFlows.ts';
import { createMonitorFlows } from './monitorFlows.ts';
import { createPageFlows } from './pageFlows.ts';

export type Flows = ReturnType<typeof openFlows>;

/** Everything the gateway asks of Temporal: starting workflows, waiting for them, and looking at the queues. */
export function openFlows(settings: Settings, interceptors: readonly WorkflowClientInterceptor[] = []) {
  const temporal = openTemporalClient(settings, interceptors);
  const { client, connection, withDeadline } = temporal;
  return {
    ...createPageFlows(temporal),
    ...createBatchFlows(temporal),
    ...createImageFlows(temporal),
    ...createAccountFlows(temporal),
    ...createMonitorFlows(temporal),
    backlog: () => withDeadline(queryTimeoutMs, () => backlogOf(client)),
    async ping(): Promise<void> {
      await withDeadline(queryTimeoutMs, () => connection.workflowService.getSystemInfo({}));
    },
    close: () => connection.close(),
  };
}
