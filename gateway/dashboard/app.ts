import Router from '@koa/router';
import Koa, { type Middleware } from 'koa';
import compose from 'koa-compose';
import { isApiPath } from '../api/paths.ts';
import { accountRoutes } from './account/routes.tsx';
import { loadAssets } from './assets.ts';
import type { DashboardDeps, PageDeps } from './deps.ts';
import { showFailures } from './failures.tsx';
import { homeRoutes } from './home/routes.tsx';
import { iconsRoutes } from './icons/routes.tsx';
import { createSessionApi } from './sessionApi.ts';
import { jobsRoutes } from './jobs/routes.tsx';
import { keysRoutes } from './keys/routes.tsx';
import { playgroundRoutes } from './playground/routes.tsx';
import { secureHeaders } from './secureHeaders.ts';
import { createSessions } from './session.ts';
import { createRequireSignIn } from './requireSignIn.ts';
import { signInRoutes } from './signIn/routes.tsx';
import { usageRoutes } from './usage/routes.tsx';

/** The dashboard: every path that is not the API's. */
export function createDashboard(given: DashboardDeps): Middleware {
  const sessions = createSessions(given.settings);
  const assets = loadAssets();
  const deps: PageDeps = {
    ...given,
    sessions,
    assets,
    requireSignIn: createRequireSignIn({ ...given, accounts: given.storage.accounts, sessions }),
  };
  const api = createSessionApi(given);
  const router = new Router();
  signInRoutes(router, deps);
  homeRoutes(router, deps);
  keysRoutes(router, deps);
  usageRoutes(router, deps);
  jobsRoutes(router, deps, api);
  playgroundRoutes(router, deps, api);
  iconsRoutes(router, deps);
  accountRoutes(router, deps);

  const pages = new Koa();
  pages.use(secureHeaders(given.settings));
  pages.use(showFailures(assets));
  pages.use(assets.serve);
  pages.use(router.routes());
  pages.use(router.allowedMethods());
  const run = compose(pages.middleware);
  return (ctx, next) => (isApiPath(ctx.path) ? next() : run(ctx, async () => {}));
}
