import { baseUrl, imageBaseUrl } from '../../runtime/baseUrl.ts';
import type { Settings } from '../../runtime/settings.ts';
import { serviceIndex } from '../http/serviceIndex.ts';
import { openApiDocument } from './openapi/document.ts';
import type { ApiRouter } from './router.ts';

/** Where everything is, and the OpenAPI document. */
export function docsRoutes(router: ApiRouter, settings: Settings) {
  const index = serviceIndex(settings);
  router.get('/v1', (ctx) => {
    ctx.body = index;
  });
  const document = openApiDocument(baseUrl(settings), imageBaseUrl(settings));
  router.get('/v1/openapi.json', (ctx) => {
    ctx.body = document;
  });
}
