import { Client, Connection } from '@temporalio/client';
import { inject } from 'vitest';
import { dataConverterWith } from '../../runtime/temporal/dataConverter.ts';
import { openStackKeyring } from './keyrings.ts';
import { stackEnv } from './stackEnv.ts';

/** Opens a Temporal client for the duration of `use`, by default in the stack's own namespace. */
export async function withTemporal<T>(
  use: (temporal: Client) => Promise<T>,
  namespace = inject('env')['TEMPORAL_NAMESPACE'] ?? 'default',
): Promise<T> {
  const connection = await Connection.connect({ address: stackEnv('TEMPORAL_ADDRESS') });
  try {
    return await use(new Client({ connection, namespace, dataConverter: dataConverterWith(openStackKeyring()) }));
  } finally {
    await connection.close();
  }
}

export async function runningWorkflows({ workflow }: Client): Promise<string[]> {
  const ids: string[] = [];
  for await (const { workflowId } of workflow.list({ query: `ExecutionStatus = 'Running'` })) ids.push(workflowId);
  return ids;
}
