import { jsonResponse } from './responses.ts';

const readiness = {
  type: 'object',
  properties: {
    status: { enum: ['ok', 'unavailable'] },
    dependencies: { type: 'object', additionalProperties: { enum: ['ok', 'unavailable'] } },
  },
  required: ['status', 'dependencies'],
};

export const operationsPaths = {
  '/healthz': {
    get: {
      tags: ['Operations'],
      operationId: 'health',
      summary: 'Is this process alive?',
      security: [],
      responses: { 200: jsonResponse('It is.', { type: 'object', properties: { status: { const: 'ok' } } }) },
    },
  },
  '/readyz': {
    get: {
      tags: ['Operations'],
      operationId: 'readiness',
      summary: 'Does every dependency answer?',
      security: [],
      responses: {
        200: jsonResponse('All of them do.', readiness),
        503: jsonResponse('At least one does not; it is named.', readiness),
      },
    },
  },
};
