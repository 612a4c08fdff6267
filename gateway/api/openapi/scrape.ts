import { scrapeRequestSchema } from '../../../contracts/requests/scrape.ts';
import { pageItemSchema } from '../../../contracts/results/page.ts';
import { errorResponses, jsonRequestBody, jsonResponse } from './responses.ts';

export const scrapePaths = {
  '/v1/scrape': {
    post: {
      tags: ['Scraping'],
      operationId: 'scrape',
      summary: 'Read one page',
      requestBody: jsonRequestBody(scrapeRequestSchema),
      responses: {
        200: jsonResponse('The page.', {
          type: 'object',
          properties: { success: { const: true }, data: pageItemSchema },
          required: ['success', 'data'],
        }),
        ...errorResponses(400, 402, 413, 415, 422),
      },
    },
  },
};
