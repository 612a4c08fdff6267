/** `npm start`: the whole stack, until Ctrl-C. `--production-like` runs Temporal on PostgreSQL. */

import { rmSync } from 'node:fs';
import { homeAt } from '../home.ts';
import { stopInOrder } from '../process/shutdown.ts';
import { listenForStop, whenAborted } from '../process/stopSignals.ts';
import { readPorts } from '../servers/ports.ts';
import { type Servers, startServers } from '../servers/start.ts';
import type { ServiceCommands } from '../services/commands.ts';
import { type Services, startServices } from '../services/start.ts';
import { servicePorts } from '../services/workers.ts';
import { createTerminal } from '../terminal.ts';
import { checkSettings } from './checkSettings.ts';
import { greeting } from './greeting.ts';
import { parseProductionLike } from './productionLike.ts';

/** `commands` replaces the gateway and the workers; for tests. */
export async function main(args: readonly string[], commands?: ServiceCommands): Promise<number> {
  const { env } = process;
  const terminal = createTerminal(process.stdout, env);
  const signals = listenForStop();
  const signal = signals.requested;
  let servers: Servers | undefined;
  let services: Services | undefined;
  let starting: Promise<Services> | undefined;
  const failed = new AbortController();
  try {
    await checkSettings(env);
    const home = env.SIGHTREAD_HOME || '.sightread';
    let tellServersUp = () => {};
    const serversUp = new Promise<void>((resolve) => {
      tellServersUp = resolve;
    });
    servers = await startServers({
      home,
      productionLike: parseProductionLike(args),
      chromium: true,
      requiredPorts: servicePorts(readPorts(env)),
      // Loading the code of the gateway and the workers takes about as long as the servers take.
      onPlanned(serviceEnv) {
        const either = AbortSignal.any([signal, failed.signal]);
        starting = startServices({ env: serviceEnv, serversUp, commands, terminal, signal: either });
        starting.catch(() => {});
      },
      terminal,
      signal,
    });
    tellServersUp();
    const step = terminal.step('Starting the gateway and the workers');
    services = await starting?.finally(step.clear);
    if (!services) throw new Error('the gateway and the workers were not started');
    terminal.print(
      greeting({
        home: servers.home,
        ports: servers.ports,
        // Temporal's production server has no UI.
        hasTemporalUi: !env.TEMPORAL_ADDRESS && servers.processes.postgres === undefined,
        env,
        readyMessage: services.gateway.readyMessage,
        paint: terminal.paint,
      }),
    );
    rmSync(homeAt(servers.home).firstKeys, { force: true });
    await whenAborted(signal);
    return 0;
  } catch (error) {
    failed.abort(error);
    // What was started early has to end as well.
    await starting?.catch(() => {});
    throw error;
  } finally {
    await stopInOrder(
      [services, servers].filter((each) => each !== undefined),
      signals,
      terminal,
    );
  }
}
