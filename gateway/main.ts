/** The HTTP front of the service: it authenticates, starts workflows and reads results. */
import { createServer, type Server } from 'node:http';
import { createLogger } from '../contracts/log.ts';
import { readPlans } from '../contracts/plans.ts';
import { readSettings, SettingsProblems } from '../contracts/settings.ts';
import { openStorage } from '../storage/mongo.ts';
import { createApi } from './api/app.ts';
import { firstStart } from './firstStart.ts';
import { openFlows } from './flows.ts';
import { createOverageWatch } from './overage.ts';

async function main() {
  const settings = readSettings(process.env);
  const log = createLogger('gateway', settings.LOG_LEVEL);
  if (settings.EGRESS_ALLOW.length > 0 || settings.EGRESS_MAP.length > 0) {
    log.warn(
      'EGRESS_ALLOW or EGRESS_MAP is set: addresses that are not public can be fetched. For tests and staging only.',
    );
  }
  if (!settings.SESSION_SECRET) {
    log.warn(
      'SESSION_SECRET is not set: a restart signs everybody out, and a second gateway would not know the first one’s sessions.',
    );
  }
  const plans = readPlans(settings.PLANS_FILE);
  const storage = openStorage(settings);
  await storage.prepare();
  const made = await firstStart(settings, storage);
  // Beside a supervisor, that one shows the keys; alone, this is the only chance to see them.
  if (made && !process.send) console.log(`First start. Keep these: ${JSON.stringify(made)}`);
  const flows = openFlows(settings);
  const overage = createOverageWatch({ storage, plans, flows, log });

  const server = await listen(
    createServer(createApi({ settings, plans, storage, flows, overage }, log).callback()),
    settings.PORT,
  );

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await close(server, settings.SHUTDOWN_GRACE_MS);
    overage.stop();
    await flows.close();
    await storage.close();
    log.info('gateway stopped');
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.once(signal, stop);
  log.info({ port: settings.PORT }, 'gateway ready');
  process.send?.({ type: 'ready', ...(made && { firstStart: made }) });
}

const listen = (server: Server, port: number) =>
  new Promise<Server>((resolve, reject) => {
    server.once('error', reject).listen(port, () => resolve(server));
  });

/** Lets running requests finish within the grace time. */
async function close(server: Server, graceMs: number) {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearTimeout(timer);
}

main().catch((error) => {
  console.error(error instanceof SettingsProblems ? error.message : error);
  process.exit(1);
});
