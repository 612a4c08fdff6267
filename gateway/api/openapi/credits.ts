import { errorAnswers, jsonAnswer } from './responses.ts';

const countOrNull = { type: ['integer', 'null'], description: 'null where the plan has no limit.' };

export const creditsPaths = {
  '/v1/credits': {
    get: {
      tags: ['Account'],
      operationId: 'credits',
      summary: 'Credits used and left this month',
      responses: {
        200: jsonAnswer('The balance.', {
          type: 'object',
          properties: {
            remaining: countOrNull,
            used: { type: 'integer' },
            allowance: countOrNull,
            resetsAt: { type: 'string', format: 'date-time' },
          },
          required: ['remaining', 'used', 'allowance', 'resetsAt'],
        }),
        ...errorAnswers(401, 429, 503),
      },
    },
  },
};
