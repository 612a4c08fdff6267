import Koa from 'koa';
import compose from 'koa-compose';
import type { Logger } from '../runtime/log.ts';
import { openFileLinks } from '../runtime/secrets/fileLinks.ts';
import type { Tracing } from '../runtime/tracing/tracing.ts';
import { createLastUse } from './accounts/lastUse.ts';
import type { OverageWatch } from './accounts/overage.ts';
import { createPlanOf } from './accounts/plan.ts';
import { createAuthentication, createKeyLookup } from './api/auth.ts';
import { createConcurrencyLimit } from './api/concurrencyLimit.ts';
import type { ApiDeps } from './api/deps.ts';
import { docsRoutes } from './api/docs.ts';
import { answerErrors } from './api/errors.ts';
import { fileRoutes } from './api/files.ts';
import { healthRoutes } from './api/health.ts';
import { operationRoutes } from './api/operations.ts';
import { isApiPath } from './api/paths.ts';
import { createRateLimit } from './api/rateLimit.ts';
import { createApiRouter } from './api/router.ts';
import { v2Routes } from './api/v2/routes.ts';
import { createWatcher } from './api/v2/watcher.ts';
import { createDashboard } from './dashboard/app.ts';
import { loadAssets } from './dashboard/assets.ts';
import type { DashboardDeps } from './dashboard/deps.ts';
import { referenceRoutes } from './dashboard/reference/routes.tsx';
import { createSessions } from './dashboard/session.ts';
import { withSessionTokens } from './dashboard/sessionToken.ts';
import { createAccountOf } from './dashboard/signedIn.ts';
import { accessLog } from './http/accessLog.ts';
import type { RequestState, RouteMatch } from './http/context.ts';
import { requestId } from './http/requestId.ts';
import { matchedRoute, measureRequests } from './http/requestMetrics.ts';
import { traceRequests } from './http/traces.ts';
import type { AcceptWebSocket } from './http/upgrades.ts';
import { mcpRoutes } from './mcp/routes.ts';
import type { CheckDependencies } from './observability/dependencies.ts';
import type { GatewayMetrics } from './observability/metrics.ts';
import type { RequestLog } from './requestLog/requestLog.ts';

interface FrontDeps extends Omit<ApiDeps, 'authenticate' | 'limitConcurrency' | 'planOf'> {
  requestLog: RequestLog;
  overage: OverageWatch;
  countsWritten: DashboardDeps['countsWritten'];
  names: DashboardDeps['names'];
  images: DashboardDeps['images'];
  resultViews: DashboardDeps['resultViews'];
  metrics: GatewayMetrics;
  checkDependencies: CheckDependencies;
  tracing: Tracing;
}

interface Front {
  app: Koa<RequestState, RouteMatch>;
  acceptWebSocket: AcceptWebSocket;
}

/** One Koa app for the extraction API and the dashboard: what surrounds every request, then their routes. */
export function createFront(deps: FrontDeps, log: Logger): Front {
  const { settings, storage, plans, metrics, tracing } = deps;
  const proxies = settings.TRUST_PROXIES;
  const app = new Koa<RequestState, RouteMatch>({ proxy: proxies > 0, maxIpsCount: proxies });
  const router = createApiRouter();
  const planOf = createPlanOf(storage.accounts, plans);
  const limitRate = createRateLimit(storage.rateLimits, planOf);
  const limitConcurrency = createConcurrencyLimit(storage.concurrencySlots, planOf);
  const findKey = createKeyLookup(storage.keys, createLastUse(storage.keys, log));
  const identify = createAuthentication(findKey);
  const sessions = createSessions(settings, storage.endedSessions);
  const accountOf = createAccountOf(storage);
  const assets = loadAssets();
  const authenticate = compose([withSessionTokens({ sessions, accountOf, identify }), limitRate]);
  healthRoutes(router, deps.checkDependencies);
  docsRoutes(router, settings);
  referenceRoutes(router, { settings, storage, assets, sessions, accountOf });
  fileRoutes(router, { storage, links: openFileLinks(settings) });
  const apiDeps = { ...deps, planOf, authenticate, limitConcurrency };
  operationRoutes(router, apiDeps);
  v2Routes(router, { ...apiDeps, identify });
  mcpRoutes(router, { settings, storage, identify });

  app.use(measureRequests(metrics, (ctx) => (isApiPath(ctx.path) ? 'api' : 'dashboard'), matchedRoute));
  app.use(traceRequests(tracing, matchedRoute));
  app.use(requestId);
  app.use(accessLog(log));
  app.use(createDashboard({ ...deps, sessions, accountOf, assets, planOf, limitRate, limitConcurrency }));
  app.use(deps.requestLog.record);
  app.use(answerErrors);
  app.use(router.routes());
  app.use(router.unmatched);
  return { app, acceptWebSocket: createWatcher({ storage, planOf, findKey }) };
}
