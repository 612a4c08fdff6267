/** The HTTP front of the service: it authenticates, starts workflows and reads results. */
import { createLogger } from '../contracts/log.ts';
import { readPlans } from '../contracts/plans.ts';
import { readSettings, SettingsProblems } from '../contracts/settings.ts';
import { openStorage } from '../storage/mongo.ts';
import { createApi } from './api/app.ts';
import { firstStart } from './firstStart.ts';
import { openFlows } from './flows.ts';
import { openImageApi } from './images/open.ts';
import { createOverageWatch } from './overage.ts';
import { close, listen } from './server.ts';

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

  const images = openImageApi({ settings, storage, flows, overage, log });
  const servers = [
    await listen(createApi({ settings, plans, storage, flows, overage }, log), settings.PORT),
    await listen(images.app, settings.IMAGE_PORT),
  ];
  void flows.scheduleSweep(log);

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await Promise.all(servers.map((server) => close(server, settings.SHUTDOWN_GRACE_MS)));
    await images.close();
    overage.stop();
    await flows.close();
    await storage.close();
    log.info('gateway stopped');
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.once(signal, stop);
  log.info({ port: settings.PORT, imagePort: settings.IMAGE_PORT }, 'gateway ready');
  process.send?.({ type: 'ready', ...(made && { firstStart: made }) });
}

main().catch((error) => {
  console.error(error instanceof SettingsProblems ? error.message : error);
  process.exit(1);
});
