import { Client, Connection } from '@temporalio/client';
import { inject } from 'vitest';

/** Temporal, for as long as `use` takes. */
export async function withTemporal<T>(use: (temporal: Client) => Promise<T>): Promise<T> {
  const { TEMPORAL_ADDRESS = '', TEMPORAL_NAMESPACE = 'default' } = inject('env');
  const connection = await Connection.connect({ address: TEMPORAL_ADDRESS });
  try {
    return await use(new Client({ connection, namespace: TEMPORAL_NAMESPACE }));
  } finally {
    await connection.close();
  }
}

export async function runningWorkflows({ workflow }: Client): Promise<string[]> {
  const ids: string[] = [];
  for await (const { workflowId } of workflow.list({ query: `ExecutionStatus = 'Running'` })) ids.push(workflowId);
  return ids;
}
