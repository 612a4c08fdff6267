import Router from '@koa/router';
import Koa, { type Middleware } from 'koa';
import compose from 'koa-compose';
import { isApiPath } from '../api/paths.ts';
import { accountRoutes } from './account/routes.tsx';
import { loadAssets } from './assets.ts';
import type { DashboardParts, PageParts } from './deps.ts';
import { showFailures } from './failures.tsx';
import { homeRoutes } from './home/routes.tsx';
import { iconsRoutes } from './icons/routes.tsx';
import { createInnerApi } from './sessionApi.ts';
import { jobsRoutes } from './jobs/routes.tsx';
import { keysRoutes } from './keys/routes.tsx';
import { playgroundRoutes } from './playground/routes.tsx';
import { secureHeaders } from './secureHeaders.ts';
import { createSessions } from './session.ts';
import { signedIn } from './requireSignIn.ts';
import { signInRoutes } from './signIn/routes.tsx';
import { usageRoutes } from './usage/routes.tsx';

/** The dashboard: every path that is not the API's. */
export function createDashboard(given: DashboardParts): Middleware {
  const sessions = createSessions(given.settings);
  const assets = loadAssets();
  const parts: PageParts = {
    ...given,
    sessions,
    assets,
    signedIn: signedIn({ ...given, accounts: given.storage.accounts, sessions }),
  };
  const api = createInnerApi(given);
  const router = new Router();
  signInRoutes(router, parts);
  homeRoutes(router, parts);
  keysRoutes(router, parts);
  usageRoutes(router, parts);
  jobsRoutes(router, parts, api);
  playgroundRoutes(router, parts, api);
  iconsRoutes(router, parts);
  accountRoutes(router, parts);

  const pages = new Koa();
  pages.use(secureHeaders(given.settings));
  pages.use(showFailures(assets));
  pages.use(assets.serve);
  pages.use(router.routes());
  pages.use(router.allowedMethods());
  const run = compose(pages.middleware);
  return (ctx, next) => (isApiPath(ctx.path) ? next() : run(ctx, async () => {}));
}
