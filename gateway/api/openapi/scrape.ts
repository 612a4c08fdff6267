import { modelSummaryPrice, pagePrice, structuredDataPrice } from '../../../contracts/prices.ts';
import { scrapeRequestSchema } from '../../../contracts/requests/scrape.ts';
import { pageItemSchema } from '../../../contracts/results/page.ts';
import { errorResponses, jsonRequestBody, jsonResponse } from './responses.ts';

export const scrapePaths = {
  '/v1/scrape': {
    post: {
      tags: ['Scraping'],
      operationId: 'scrape',
      summary: 'Read one page',
      description: `Costs ${pagePrice} credit; ${pagePrice + structuredDataPrice} with the format \`json\` or \`branding\`, or with the json mode of \`changeTracking\` (${structuredDataPrice} more for each of them), and ${modelSummaryPrice} more where a language model has written the \`summary\`. A format that fails costs nothing.`,
      requestBody: jsonRequestBody(scrapeRequestSchema, {
        url: 'https://example.com/',
        formats: ['markdown', 'links'],
      }),
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
