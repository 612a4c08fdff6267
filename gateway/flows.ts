import { Client, Connection } from '@temporalio/client';
import type { Context } from 'koa';
import type { Settings } from '../contracts/settings.ts';
import type * as workflows from '../workflows/index.ts';

type Name = keyof typeof workflows;
type Work<N extends Name> = Parameters<(typeof workflows)[N]>[0];

export type Flows = ReturnType<typeof openFlows>;

/** The gateway's hold on Temporal: starting workflows and waiting for them. */
export function openFlows(settings: Settings) {
  // Lazy, so that the gateway starts and serves what it can while Temporal is away.
  const connection = Connection.lazy({ address: settings.TEMPORAL_ADDRESS });
  const client = new Client({ connection, namespace: settings.TEMPORAL_NAMESPACE });

  return {
    /** Starts a workflow and waits for it; a caller that goes away cancels it. */
    async run<N extends Name>(ctx: Context, name: N, workflowId: string, work: Work<N>): Promise<void> {
      const handle = await client.workflow.start(name, { taskQueue: 'flow', workflowId, args: [work] });
      const cancel = () => {
        if (!ctx.res.writableEnded) handle.cancel().catch(() => {});
      };
      ctx.res.once('close', cancel);
      try {
        await handle.result();
      } finally {
        ctx.res.off('close', cancel);
      }
    },
    async ping() {
      await connection.withDeadline(Date.now() + 3_000, () => connection.workflowService.getSystemInfo({}));
    },
    close: () => connection.close(),
  };
}
