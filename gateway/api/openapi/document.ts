import { brandingPaths } from './branding.ts';
import { creditsPaths } from './credits.ts';
import { extractPaths } from './extract.ts';
import { filesPaths } from './files.ts';
import { batchPaths, crawlPaths } from './jobs.ts';
import { mapPaths } from './map.ts';
import { monitorPaths } from './monitors.ts';
import { operationsPaths } from './operations.ts';
import { scrapePaths } from './scrape.ts';
import { v2Paths } from './v2.ts';
import { webhooks } from './webhooks.ts';

/** The OpenAPI document. It uses the same schemas as the validation of requests. */
export function openApiDocument(baseUrl: string) {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sightread',
      version: '1.0.0',
      description:
        'Reads websites for programs. Every error is `{"error": "<one sentence>"}`, on /v2 `{"success": false, "error": …, "code"?: …}`; every response carries `X-Request-Id`.',
    },
    servers: [{ url: baseUrl }],
    security: [{ secretKey: [] }],
    paths: {
      ...scrapePaths,
      ...mapPaths,
      ...extractPaths,
      ...brandingPaths,
      ...batchPaths,
      ...monitorPaths,
      ...crawlPaths,
      ...creditsPaths,
      ...filesPaths,
      ...operationsPaths,
      ...v2Paths,
    },
    webhooks,
    components: {
      securitySchemes: {
        secretKey: { type: 'http', scheme: 'bearer', description: 'A secret key, `sr_…`, from the dashboard.' },
      },
    },
  };
}
