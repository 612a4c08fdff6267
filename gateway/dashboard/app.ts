import Router from '@koa/router';
import Koa from 'koa';
import compose from 'koa-compose';
import { isApiPath } from '../api/paths.ts';
import type { Middleware, RequestState, RouteMatch } from '../http/context.ts';
import { accountRoutes } from './account/routes.tsx';
import type { DashboardDeps, PageDeps } from './deps.ts';
import { showFailures } from './failures.tsx';
import { guideRoutes } from './guides/routes.tsx';
import { homeRoutes } from './home/routes.tsx';
import { iconsRoutes } from './icons/routes.tsx';
import { jobsRoutes } from './jobs/routes.tsx';
import { keysRoutes } from './keys/routes.tsx';
import { monitorsRoutes } from './monitors/routes.tsx';
import { playgroundRoutes } from './playground/routes.tsx';
import { requestsRoutes } from './requests/routes.tsx';
import { createRequireSignIn } from './requireSignIn.ts';
import { secureHeaders } from './secureHeaders.ts';
import { createSessionApi } from './sessionApi.ts';
import { signInRoutes, signUpRoutes } from './signIn/routes.tsx';
import { usageRoutes } from './usage/routes.tsx';

/** The dashboard: every path that is not the API's. */
export function createDashboard(deps: DashboardDeps): Middleware {
  const { assets } = deps;
  const pageDeps: PageDeps = {
    ...deps,
    requireSignIn: createRequireSignIn(deps),
  };
  const api = createSessionApi(deps);
  const router = new Router<RequestState, RouteMatch>();
  signInRoutes(router, pageDeps);
  signUpRoutes(router, pageDeps);
  guideRoutes(router, pageDeps);
  homeRoutes(router, pageDeps, api);
  requestsRoutes(router, pageDeps);
  keysRoutes(router, pageDeps);
  usageRoutes(router, pageDeps);
  jobsRoutes(router, pageDeps, api);
  monitorsRoutes(router, pageDeps, api);
  playgroundRoutes(router, pageDeps, api);
  iconsRoutes(router, pageDeps);
  accountRoutes(router, pageDeps);

  const pages = new Koa<RequestState, RouteMatch>();
  pages.use(secureHeaders(deps.settings));
  pages.use(showFailures(assets));
  pages.use(assets.serve);
  pages.use(router.routes());
  pages.use(router.allowedMethods());
  const run = compose(pages.middleware);
  return (ctx, next) => (isApiPath(ctx.path) ? next() : run(ctx, async () => {}));
}
