import { Connection } from '@temporalio/client';
import { eventually } from './eventually.ts';

/** Makes a namespace of its own beside the stack's, where a test's workers see nothing of the others' work. */
export async function registerNamespace(address: string, namespace: string): Promise<void> {
  const connection = await Connection.connect({ address });
  try {
    const { workflowService } = connection;
    await workflowService
      .registerNamespace({ namespace, workflowExecutionRetentionPeriod: { seconds: 86_400 as never } })
      .catch(() => {});
    await eventually('the namespace is there', () =>
      workflowService.describeNamespace({ namespace }).then(
        () => true,
        () => false,
      ),
    );
  } finally {
    await connection.close();
  }
}
