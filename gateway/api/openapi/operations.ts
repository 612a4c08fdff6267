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
      responses: {
        200: jsonResponse('The process is alive.', { type: 'object', properties: { status: { const: 'ok' } } }),
      },
    },
  },
  '/readyz': {
    get: {
      tags: ['Operations'],
      operationId: 'readiness',
      summary: 'Is every dependency reachable?',
      security: [],
      responses: {
        200: jsonResponse('All dependencies are reachable.', readiness),
        503: jsonResponse('At least one dependency is unavailable; `dependencies` names it.', readiness),
      },
    },
  },
};
