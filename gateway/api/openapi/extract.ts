import { extractPrice } from '../../../contracts/prices.ts';
import { extractRequestSchema } from '../../../contracts/requests/extract.ts';
import { extractResultSchema } from '../../../contracts/results/extract.ts';
import { errorResponses, jsonRequestBody, jsonResponse } from './responses.ts';

export const extractPaths = {
  '/v1/extract': {
    post: {
      tags: ['Extraction'],
      operationId: 'extract',
      summary: 'Get structured data from one page',
      description:
        'The data satisfies `schema`. Values that do not appear on the page are named in `warning`, and are null if the schema allows it. ' +
        'If the server has no language model, the data is what the page itself declares. ' +
        `Costs ${extractPrice} credits, only on success. ` +
        'For a day, repeating a request with the same `Idempotency-Key` and body returns the same response and is charged once.',
      parameters: [
        {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          schema: { type: 'string', maxLength: 255 },
          description: 'Repeating a request under the same key is safe.',
        },
      ],
      requestBody: jsonRequestBody(extractRequestSchema, {
        url: 'https://example.com/',
        schema: { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] },
      }),
      responses: {
        200: jsonResponse('The data.', extractResultSchema),
        ...errorResponses(400, 402, 409, 413, 415, 422),
      },
    },
  },
};
