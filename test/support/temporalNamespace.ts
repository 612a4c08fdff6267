import { Connection } from '@temporalio/client';
import { eventually } from './eventually.ts';

/** Registers a namespace on the stack's Temporal, so that a test's workers see only their own work. */
export async function registerNamespace(address: string, namespace: string): Promise<void> {
  const connection = await Connection.connect({ address });
  try {
    const { workflowService } = connection;
    await workflowService
      .registerNamespace({ namespace, workflowExecutionRetentionPeriod: { seconds: 86_400 as never } })
      .catch(() => {});
    await eventually('the namespace is registered', () =>
      workflowService.describeNamespace({ namespace }).then(
        () => true,
        () => false,
      ),
    );
  } finally {
    await connection.close();
  }
}
