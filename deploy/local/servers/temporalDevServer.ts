/** Temporal's development server with its state in a file. */
import { Connection } from '@temporalio/client';
import type { Home } from '../home.ts';
import type { ProcessSpec } from '../process/supervisor.ts';

const answerWithinMs = 5_000;

/** What we need of any Temporal server. */
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
      // Measured: three times the workflows a second of SQLite's defaults.
      ...['--sqlite-pragma', 'journal_mode=wal', '--sqlite-pragma', 'synchronous=normal'],
      ...Object.entries(dynamicConfig).flatMap(([name, value]) => ['--dynamic-config-value', `${name}=${value}`]),
    ],
    probe: () => pingTemporal(`127.0.0.1:${port}`, 'default'),
  };
}

/** Throws unless the server at the address knows the namespace. */
export async function pingTemporal(address: string, namespace: string): Promise<void> {
  const connection = await Connection.connect({ address, connectTimeout: answerWithinMs });
  try {
    await connection.withDeadline(Date.now() + answerWithinMs, () =>
      connection.workflowService.describeNamespace({ namespace }),
    );
  } finally {
    await connection.close();
  }
}
