import { brandingRoute } from './branding.ts';
import { creditsRoute } from './credits.ts';
import type { ApiDeps } from './deps.ts';
import { extractRoute } from './extract.ts';
import { jobRoutes } from './jobs/routes.ts';
import { mapRoute } from './map.ts';
import { monitorRoutes } from './monitors/routes.ts';
import { parseRoute } from './parse.ts';
import type { ApiRouter } from './router.ts';
import { scrapeRoute } from './scrape.ts';

/** Everything that an account can do, for the callers that `deps.authenticate` lets through: by key, or signed in. */
export function operationRoutes(router: ApiRouter, deps: ApiDeps): void {
  scrapeRoute(router, deps);
  parseRoute(router, deps);
  extractRoute(router, deps);
  mapRoute(router, deps);
  jobRoutes(router, deps);
  monitorRoutes(router, deps);
  brandingRoute(router, deps);
  creditsRoute(router, deps);
}
