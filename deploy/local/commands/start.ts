/** `npm start`: the whole stack, until Ctrl-C; with `--production-like`, Temporal on PostgreSQL. */

import { type ServiceCommands, type Services, servicePorts, startServices } from '../services/start.ts';
import { stopInOrder } from '../process/shutdown.ts';
import { whenAborted, listenForStop } from '../process/stopSignals.ts';
import { readPorts } from '../servers/ports.ts';
import { parseProductionLike } from './productionLike.ts';
import { type Servers, startServers } from '../servers/start.ts';
import { createTerminal } from '../terminal.ts';
import { greeting } from './greeting.ts';

/** `commands` runs other services than the product's, on the same ground. */
export async function main(args: readonly string[], commands?: ServiceCommands): Promise<number> {
  const { env } = process;
  const terminal = createTerminal(process.stdout, env);
  const signals = listenForStop();
  const signal = signals.requested;
  let servers: Servers | undefined;
  let services: Services | undefined;
  try {
    const home = env.SIGHTREAD_HOME || '.sightread';
    const alsoFree = servicePorts(readPorts(env));
    servers = await startServers({
      home,
      productionLike: parseProductionLike(args),
      chromium: true,
      requiredPorts: alsoFree,
      terminal,
      signal,
    });
    const step = terminal.step('Starting the gateway and the workers');
    services = await startServices({ env: servers.env, commands, terminal, signal }).finally(step.clear);
    terminal.print(
      greeting({
        home: servers.home,
        ports: servers.ports,
        // The production server has no UI of its own.
        temporalUi: !env.TEMPORAL_ADDRESS && servers.processes.postgres === undefined,
        env,
        readyMessage: services.gateway.readyMessage,
        paint: terminal.paint,
      }),
    );
    await whenAborted(signal);
    return 0;
  } finally {
    await stopInOrder(
      [services, servers].filter((each) => each !== undefined),
      signals,
      terminal,
    );
  }
}
