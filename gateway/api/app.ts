import Koa from 'koa';
import type { Logger } from '../../contracts/log.ts';
import { access } from '../access.ts';
import { requestId } from '../requestId.ts';
import { authenticate } from './auth.ts';
import { batchRoutes } from './batch/routes.ts';
import { creditsRoute } from './credits.ts';
import { docsRoutes } from './docs.ts';
import { answerErrors } from './errors.ts';
import { extractRoute } from './extract.ts';
import { healthRoutes } from './health.ts';
import type { ApiParts } from './parts.ts';
import { createApiRouter } from './router.ts';
import { scrapeRoute } from './scrape.ts';

/** The extraction API: what surrounds every request, then its routes. */
export function createApi(given: Omit<ApiParts, 'key'>, log: Logger): Koa {
  const app = new Koa();
  const router = createApiRouter();
  const parts = { ...given, key: authenticate(given.storage.keys) };
  healthRoutes(router, parts);
  docsRoutes(router, parts.settings);
  scrapeRoute(router, parts);
  extractRoute(router, parts);
  batchRoutes(router, parts);
  creditsRoute(router, parts);

  app.use(requestId);
  app.use(access(log));
  app.use(answerErrors);
  app.use(router.routes());
  app.use(router.unmatched);
  return app;
}
