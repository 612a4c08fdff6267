import Koa from 'koa';
import compose from 'koa-compose';
import type { Logger } from '../../contracts/log.ts';
import type { Tracing } from '../../contracts/tracing/tracing.ts';
import { access } from '../access.ts';
import { createDashboard } from '../dashboard/app.ts';
import type { DashboardParts } from '../dashboard/parts.ts';
import type { LookAtDependencies } from '../dependencies.ts';
import { createLastUse } from '../lastUse.ts';
import type { GatewayMetrics } from '../metrics.ts';
import type { OverageWatch } from '../overage.ts';
import { createPlanOf } from '../planOf.ts';
import { requestId } from '../requestId.ts';
import { traced } from '../traced.ts';
import { matchedRoute, watched } from '../watched.ts';
import { authenticate } from './auth.ts';
import { docsRoutes } from './docs.ts';
import { answerErrors } from './errors.ts';
import { healthRoutes } from './health.ts';
import { operationRoutes } from './operations.ts';
import type { ApiParts } from './parts.ts';
import { isApiPath } from './paths.ts';
import { rateLimit } from './rateLimit.ts';
import { createApiRouter } from './router.ts';
import { takeTurn } from './turn.ts';

interface FrontParts extends Omit<ApiParts, 'key' | 'turn'> {
  overage: OverageWatch;
  countsWritten: DashboardParts['countsWritten'];
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
