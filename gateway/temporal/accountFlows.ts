import { WorkflowExecutionAlreadyStartedError } from '@temporalio/client';
import { overageWorkflowId } from '../../contracts/work/ids.ts';
import type * as workflows from '../../workflows/index.ts';
import type { TemporalClient } from './client.ts';

/** Messages to account owners. */
export function createAccountFlows({ client }: TemporalClient) {
  return {
    /** Starts one warning per account and month, however many processes notice that the allowance is passed. */
    async warnOverage(account: string, month: string): Promise<void> {
      try {
        const args: Parameters<typeof workflows.warnOverage> = [{ account, month }];
        await client.workflow.start('warnOverage', {
          taskQueue: 'flow',
          workflowId: overageWorkflowId(account, month),
          workflowIdReusePolicy: 'REJECT_DUPLICATE',
          args,
        });
      } catch (error) {
        if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
      }
    },
  };
}
