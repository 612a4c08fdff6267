import { batchRoutes } from './batch/routes.ts';
import { brandingRoute } from './branding.ts';
import { creditsRoute } from './credits.ts';
import type { ApiParts } from './deps.ts';
import { extractRoute } from './extract.ts';
import type { ApiRouter } from './router.ts';
import { scrapeRoute } from './scrape.ts';

/** All that an account can have done, for whoever `parts.key` lets through: the world with a key, or a person signed in. */
export function operationRoutes(router: ApiRouter, parts: ApiParts) {
  scrapeRoute(router, parts);
  extractRoute(router, parts);
  batchRoutes(router, parts);
  brandingRoute(router, parts);
  creditsRoute(router, parts);
}
