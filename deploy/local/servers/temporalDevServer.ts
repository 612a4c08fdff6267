/** Temporal's development server, with its state in an SQLite file. */
import { Connection, type TLSConfig } from '@temporalio/client';
import type { Home } from '../home.ts';
import type { ProcessSpec } from '../process/spec.ts';

const pingTimeoutMs = 5_000;

/** Required of every Temporal server: without fairness, a large batch of one account delays those of others. */
export const dynamicConfig = { 'matching.enableFairness': true };

export function temporalDevServerSpec(
  home: Home,
  { port, uiPort }: { port: number; uiPort: number },
): Pick<ProcessSpec, 'name' | 'title' | 'args' | 'probe'> {
  return {
    name: 'temporal',
    title: 'Temporal',
    args: [
      ...['server', 'start-dev', '--db-filename', home.temporalDb, '--log-level', 'error'],
      ...['--ip', '127.0.0.1', '--port', String(port), '--ui-ip', '127.0.0.1', '--ui-port', String(uiPort)],
      // Measured: three times as many workflows per second as with SQLite's defaults.
      ...['--sqlite-pragma', 'journal_mode=wal', '--sqlite-pragma', 'synchronous=normal'],
      ...Object.entries(dynamicConfig).flatMap(([name, value]) => ['--dynamic-config-value', `${name}=${value}`]),
    ],
    probe: () => pingTemporal({ address: `127.0.0.1:${port}` }, 'default'),
  };
}

/** Throws unless the server knows the namespace. */
export async function pingTemporal(server: { address: string; tls?: TLSConfig }, namespace: string): Promise<void> {
  const connection = await Connection.connect({ ...server, connectTimeout: pingTimeoutMs });
  try {
    await connection.withDeadline(Date.now() + pingTimeoutMs, () =>
      connection.workflowService.describeNamespace({ namespace }),
    );
  } finally {
    await connection.close();
  }
}
