import { mapPrice } from '../../../contracts/prices.ts';
import { mapRequestSchema } from '../../../contracts/requests/map.ts';
import { mapResultSchema } from '../../../contracts/results/map.ts';
import { errorResponses, jsonRequestBody, jsonResponse } from './responses.ts';

export const mapPaths = {
  '/v1/map': {
    post: {
      tags: ['Map'],
      operationId: 'map',
      summary: 'The pages of a site',
      description:
        "Finds a site's pages in its sitemaps, its feeds and the links of the given page, without reading them. " +
        `Costs ${mapPrice} credit; a site of which nothing can be read costs nothing.`,
      requestBody: jsonRequestBody(mapRequestSchema, { url: 'https://example.com/', limit: 100 }),
      responses: {
        200: jsonResponse('The pages that were found.', mapResultSchema),
        ...errorResponses(400, 401, 402, 413, 415, 422, 429, 500, 503),
      },
    },
  },
};
