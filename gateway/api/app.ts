import Koa from 'koa';
import type { Logger } from '../../contracts/log.ts';
import type { Settings } from '../../contracts/settings.ts';
import type { Storage } from '../../storage/mongo.ts';
import { access } from '../access.ts';
import { requestId } from '../requestId.ts';
import type { Flows } from '../flows.ts';
import { authenticate } from './auth.ts';
import { docsRoutes } from './docs.ts';
import { answerErrors } from './errors.ts';
import { healthRoutes } from './health.ts';
import { createApiRouter } from './router.ts';
import { scrapeRoute } from './scrape.ts';

export interface ApiParts {
  settings: Settings;
  storage: Storage;
  flows: Flows;
  log: Logger;
}

/** The extraction API. What needs no key is mounted before the key check. */
export function createApi({ settings, storage, flows, log }: ApiParts): Koa {
  const app = new Koa();
  const router = createApiRouter();
  const key = authenticate(storage.keys);
  healthRoutes(router, { storage, flows });
  docsRoutes(router, settings);
  scrapeRoute(router, { key, settings, storage, flows });

  app.use(requestId);
  app.use(access(log));
  app.use(answerErrors);
  app.use(router.routes());
  app.use(router.unmatched);
  return app;
}
