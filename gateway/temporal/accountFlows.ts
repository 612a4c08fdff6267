import { WorkflowExecutionAlreadyStartedError } from '@temporalio/client';
import { deleteAccountWorkflowId, overageWorkflowId } from '../../contracts/work/ids.ts';
import type * as workflows from '../../workflows/index.ts';
import { startTimeoutMs, type TemporalClient } from './client.ts';

/** Messages to account owners, and the deletion of accounts. */
export function createAccountFlows({ client, withDeadline }: TemporalClient) {
  return {
    /** Starts the deletion of an account; the one that runs already goes on. Returns how to wait for its end. */
    async deleteAccount(account: string): Promise<{ ended: () => Promise<void> }> {
      const args: Parameters<typeof workflows.deleteAccount> = [{ account }];
      const handle = await withDeadline(startTimeoutMs, () =>
        client.workflow.start<typeof workflows.deleteAccount>('deleteAccount', {
          taskQueue: 'flow',
          workflowId: deleteAccountWorkflowId(account),
          workflowIdConflictPolicy: 'USE_EXISTING',
          args,
        }),
      );
      return { ended: () => handle.result() };
    },
    /** Starts one warning per account and month, however many processes notice that the allowance is passed. */
    async warnOverage(account: string, month: string): Promise<void> {
      try {
        const args: Parameters<typeof workflows.warnOverage> = [{ account, month }];
        await client.workflow.start('warnOverage', {
          taskQueue: 'flow',
          workflowId: overageWorkflowId(account, month),
          workflowIdReusePolicy: 'REJECT_DUPLICATE',
          memo: { account },
          args,
        });
      } catch (error) {
        if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
      }
    },
  };
}
