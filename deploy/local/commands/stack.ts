/** `npm run stack`: only the servers, for development. `--production-like` runs Temporal on PostgreSQL. */

import { stopInOrder } from '../process/shutdown.ts';
import { listenForStop, whenAborted } from '../process/stopSignals.ts';
import { startServers } from '../servers/start.ts';
import { createTerminal } from '../terminal.ts';
import { checkSettings } from './checkSettings.ts';
import { parseProductionLike } from './productionLike.ts';

export async function main(args: readonly string[]): Promise<number> {
  const { env } = process;
  const terminal = createTerminal(process.stdout, env);
  const signals = listenForStop();
  await checkSettings(env);
  const servers = await startServers({
    home: env.SIGHTREAD_HOME || '.sightread',
    productionLike: parseProductionLike(args),
    terminal,
    signal: signals.requested,
  });
  const { PORT, IMAGE_PORT, METRICS_PORT, ...addresses } = servers.env;
  terminal.print('The servers are up. In another terminal:\n');
  for (const [name, value] of Object.entries(addresses)) terminal.print(`export ${name}='${value}'`);
  terminal.print(`\n${terminal.paint('dim', 'Ctrl-C stops them.')}`);
  await whenAborted(signals.requested);
  await stopInOrder([servers], signals, terminal);
  return 0;
}
