import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { baseUrl } from '../../runtime/baseUrl.ts';
import type { Settings } from '../../runtime/settings.ts';
import { openApiDocument } from './openapi/document.ts';
import type { ApiRouter } from './router.ts';

const library = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const assets: Record<string, string> = {
  'swagger-ui.css': 'text/css',
  'swagger-ui-bundle.js': 'text/javascript',
  'favicon-32x32.png': 'image/png',
};

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sightread API</title>
<link rel="icon" type="image/png" href="/v1/docs/favicon-32x32.png">
<link rel="stylesheet" href="/v1/docs/swagger-ui.css">
</head>
<body>
<main id="reference"></main>
<script src="/v1/docs/swagger-ui-bundle.js"></script>
<script src="/v1/docs/start.js"></script>
</body>
</html>
`;
const start = `SwaggerUIBundle({
  url: '/v1/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  persistAuthorization: true,
  tryItOutEnabled: true,
  defaultModelsExpandDepth: -1,
  validatorUrl: null,
});
`;

/** The OpenAPI document and a reference page made from it, which asks no other host for anything. */
export function docsRoutes(router: ApiRouter, settings: Settings) {
  const document = openApiDocument(baseUrl(settings));
  router.get('/v1/openapi.json', (ctx) => {
    ctx.body = document;
  });
  router.get('/v1/docs', (ctx) => {
    ctx.type = 'html';
    // The library writes style attributes; scripts are files of ours only.
    ctx.set(
      'Content-Security-Policy',
      "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'",
    );
    ctx.body = page;
  });
  router.get('/v1/docs/start.js', (ctx) => {
    ctx.type = 'text/javascript';
    ctx.body = start;
  });
  for (const [name, type] of Object.entries(assets)) {
    router.get(`/v1/docs/${name}`, async (ctx) => {
      ctx.type = type;
      ctx.set('Cache-Control', 'public, max-age=86400');
      ctx.body = await readFile(join(library, name));
    });
  }
}
