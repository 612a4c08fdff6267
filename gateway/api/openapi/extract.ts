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
        'The answer satisfies `schema`. Values that do not appear on the page are named in `warning`, and are null where the schema allows it. ' +
        'Without a language model on the server, the answer is what the page itself declares. 5 credits, only on success. ' +
        'The same `Idempotency-Key` with the same body gives the same answer for a day, charged once.',
      parameters: [
        {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          schema: { type: 'string', maxLength: 255 },
          description: 'Repeating a request under the same key is safe.',
        },
      ],
      requestBody: jsonRequestBody(extractRequestSchema),
      responses: {
        200: jsonResponse('The data.', extractResultSchema),
        ...errorResponses(400, 401, 402, 409, 413, 415, 422, 429, 500, 503),
      },
    },
  },
};
