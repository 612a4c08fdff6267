import { errorResponses, jsonResponse } from './responses.ts';

const countOrNull = { type: ['integer', 'null'], description: 'null if the plan has no limit.' };

export const creditsPaths = {
  '/v1/credits': {
    get: {
      tags: ['Account'],
      operationId: 'credits',
      summary: 'Credits used and left this month',
      description: 'Credits are counted by calendar month, in UTC.',
      responses: {
        200: jsonResponse('The balance.', {
          type: 'object',
          properties: {
            remaining: countOrNull,
            used: { type: 'integer' },
            allowance: countOrNull,
            resetsAt: { type: 'string', format: 'date-time' },
          },
          required: ['remaining', 'used', 'allowance', 'resetsAt'],
        }),
        ...errorResponses(),
      },
    },
  },
};
