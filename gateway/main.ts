/** The HTTP front of the service: it authenticates, starts workflows and reads results. */
import { closeServer } from '../runtime/closeServer.ts';
import { readConfiguration } from '../runtime/configuration.ts';
import { untilTold } from '../runtime/heldStart.ts';
import { disableIdleAsyncContexts } from '../runtime/idleAsyncContexts.ts';
import { createLogger, type Logger } from '../runtime/log.ts';
import { createRegistry, serveMetrics } from '../runtime/metrics/endpoint.ts';
import { openKeyring } from '../runtime/secrets/openKeyring.ts';
import { type Settings, SettingsProblems } from '../runtime/settings.ts';
import { openTracing } from '../runtime/tracing/open.ts';
import { noTracing, type Tracing } from '../runtime/tracing/tracing.ts';
import { openStorage } from '../storage/storage.ts';
import { firstStart } from './accounts/firstStart.ts';
import { createOverageWatch } from './accounts/overage.ts';
import { openRequestReader } from './api/requests/reader.ts';
import { openWorkerCalls } from './calls/calls.ts';
import { openResultViews } from './dashboard/view/item/resultViews.ts';
import { createFront } from './front.ts';
import { listen } from './http/server.ts';
import { serveWebSockets } from './http/upgrades.ts';
import { openImageApi } from './images/open.ts';
import { createDependencyCheck } from './observability/dependencies.ts';
import { createGatewayMetrics } from './observability/metrics.ts';
import { registerStackMetrics } from './observability/stackMetrics.ts';
import { createRequestLog } from './requestLog/requestLog.ts';
import { openFlows } from './temporal/flows.ts';

async function main() {
  const { settings, plans } = readConfiguration(process.env);
  let tracing = noTracing;
  const log = createLogger('gateway', settings.LOG_LEVEL, () => tracing.ids());
  tracing = await openTracing({ endpoint: settings.OTEL_EXPORTER_OTLP_ENDPOINT, part: 'gateway', log });
  if (!tracing.spans) disableIdleAsyncContexts();
  warnOfRisks(settings, log);
  await untilTold(process.env);
  const storage = openStorage(settings);
  await storage.prepare();
  const created = await firstStart(settings, storage);
  // A supervisor shows the keys itself; without one, this is the only chance to see them.
  if (created && !process.send) console.log(`First start. Keep these: ${JSON.stringify(created)}`);
  const flows = openFlows(settings, await tracingInterceptors(tracing));
  const calls = openWorkerCalls({ workers: storage.workers, keyring: openKeyring(settings), tracing });
  const overage = createOverageWatch({ storage, plans, flows, log });

  const registry = createRegistry();
  const metrics = createGatewayMetrics(registry);
  const checkDependencies = createDependencyCheck({ storage, flows });
  registerStackMetrics(registry, { storage, checkDependencies, flows, log });

  const images = await openImageApi({ settings, storage, flows, calls, overage, metrics, tracing, log });
  const { countsWritten, names } = images;
  const requests = openRequestReader();
  const resultViews = openResultViews();
  const requestLog = createRequestLog(storage, log);
  const front = createFront(
    {
      settings,
      plans,
      storage,
      flows,
      calls,
      requests,
      resultViews,
      requestLog,
      overage,
      countsWritten,
      names,
      images: images.images,
      metrics,
      tracing,
      checkDependencies,
    },
    log,
  );
  const { HOST: host } = settings;
  // Behind proxies of our own, every connection is one of theirs.
  const maxConnectionsPerAddress = settings.TRUST_PROXIES > 0 ? undefined : settings.MAX_CONNECTIONS_PER_ADDRESS;
  const servers = [
    await listen(front.app.callback(), { host, port: settings.PORT, maxConnectionsPerAddress }),
    await listen(images.answer, { host, port: settings.IMAGE_PORT, maxConnectionsPerAddress }),
  ];
  const [apiServer] = servers;
  if (apiServer) serveWebSockets(apiServer, front.acceptWebSocket);
  void flows.scheduleSweep(log);

  let isStopping = false;
  const endpoint = await serveMetrics({
    registry,
    host: settings.METRICS_HOST,
    port: settings.METRICS_PORT,
    log,
    // A dependency that is down is no reason to send requests elsewhere: the gateway still does what it can.
    notReady: () => (isStopping ? 'The gateway is stopping.' : undefined),
  });
  async function stop() {
    if (isStopping) return;
    isStopping = true;
    await Promise.all(servers.map((server) => closeServer(server, settings.SHUTDOWN_GRACE_MS)));
    await images.close();
    await requestLog.written();
    await Promise.all([requests.close(), resultViews.close()]);
    overage.stop();
    await Promise.all([flows.close(), calls.close()]);
    await storage.close();
    endpoint.close();
    await tracing.close();
    log.info('gateway stopped');
    process.exit(0);
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.once(signal, stop);
  log.info({ port: settings.PORT, imagePort: settings.IMAGE_PORT }, 'gateway ready');
  process.send?.({ type: 'ready', ...(created && { firstStart: created }) });
}

function warnOfRisks(settings: Settings, log: Logger) {
  if (settings.EGRESS_ALLOW.length > 0 || settings.EGRESS_MAP.length > 0) {
    log.warn(
      'EGRESS_ALLOW or EGRESS_MAP is set: addresses that are not public can be fetched. For tests and staging only.',
    );
  }
  if (!settings.SESSION_SECRET) {
    log.warn(
      'SESSION_SECRET is not set: a restart signs everybody out, and a second gateway would not accept the sessions of the first.',
    );
  }
}

/** Lets workflows continue the trace of the request that starts them. */
async function tracingInterceptors({ spans }: Tracing) {
  if (!spans) return [];
  const { OpenTelemetryWorkflowClientInterceptor } = await import('@temporalio/interceptors-opentelemetry');
  return [new OpenTelemetryWorkflowClientInterceptor()];
}

main().catch((error) => {
  console.error(error instanceof SettingsProblems ? error.message : error);
  process.exit(1);
});
