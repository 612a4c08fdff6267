import Koa from 'koa';
import compose from 'koa-compose';
import type { Logger } from '../runtime/log.ts';
import type { Tracing } from '../runtime/tracing/tracing.ts';
import { createLastUse } from './accounts/lastUse.ts';
import type { OverageWatch } from './accounts/overage.ts';
import { createPlanOf } from './accounts/plan.ts';
import { authenticate } from './api/auth.ts';
import { takeTurn } from './api/concurrencyLimit.ts';
import type { ApiParts } from './api/deps.ts';
import { docsRoutes } from './api/docs.ts';
import { answerErrors } from './api/errors.ts';
import { healthRoutes } from './api/health.ts';
import { operationRoutes } from './api/operations.ts';
import { isApiPath } from './api/paths.ts';
import { rateLimit } from './api/rateLimit.ts';
import { createApiRouter } from './api/router.ts';
import { createDashboard } from './dashboard/app.ts';
import type { DashboardDeps } from './dashboard/deps.ts';
import { access } from './http/accessLog.ts';
import { requestId } from './http/requestId.ts';
import { matchedRoute, watched } from './http/requestMetrics.ts';
import { traced } from './http/traces.ts';
import type { LookAtDependencies } from './observability/dependencies.ts';
import type { GatewayMetrics } from './observability/metrics.ts';

interface FrontParts extends Omit<ApiParts, 'key' | 'turn'> {
  overage: OverageWatch;
  countsWritten: DashboardDeps['countsWritten'];
  metrics: GatewayMetrics;
  dependencies: LookAtDependencies;
  tracing: Tracing;
}

/** The extraction API and the dashboard: what surrounds every request, then their routes. */
export function createApi(given: FrontParts, log: Logger): Koa {
  const proxies = given.settings.TRUST_PROXIES;
  const app = new Koa({ proxy: proxies > 0, maxIpsCount: proxies });
  const router = createApiRouter();
  const planOf = createPlanOf(given.storage.accounts, given.plans);
  const limit = rateLimit(given.storage.limits, planOf);
  const turn = takeTurn(given.storage.turns, planOf);
  const key = compose([authenticate(given.storage.keys, createLastUse(given.storage.keys, log)), limit]);
  const parts = { ...given, key, turn };
  healthRoutes(router, given.dependencies);
  docsRoutes(router, parts.settings);
  operationRoutes(router, parts);

  app.use(watched(given.metrics, (ctx) => (isApiPath(ctx.path) ? 'api' : 'dashboard'), matchedRoute));
  app.use(traced(given.tracing, matchedRoute));
  app.use(requestId);
  app.use(access(log));
  app.use(createDashboard({ ...given, limit, turn }));
  app.use(answerErrors);
  app.use(router.routes());
  app.use(router.unmatched);
  return app;
}
