import { errorSchema, jsonResponse } from './responses.ts';
import { objectOf } from './schemas.ts';

const wrongMethod = { 405: jsonResponse('It is read with GET.', errorSchema) };

const readiness = {
  type: 'object',
  properties: {
    status: { enum: ['ok', 'unavailable'] },
    dependencies: { type: 'object', additionalProperties: { enum: ['ok', 'unavailable'] } },
  },
  required: ['status', 'dependencies'],
};

const address = { type: 'string', format: 'uri' };

export const operationsPaths = {
  '/v1': {
    get: {
      tags: ['Operations'],
      operationId: 'index',
      summary: 'Where is everything?',
      description: 'The root of the image API answers the same.',
      security: [],
      responses: {
        200: jsonResponse(
          'Name, version and addresses.',
          objectOf({
            name: { type: 'string' },
            version: { type: 'string' },
            docs: { ...address, description: 'The guides.' },
            reference: { ...address, description: 'This reference, for people.' },
            openapi: { ...address, description: 'This document.' },
            health: address,
            api: address,
            images: { ...address, description: 'The image API.' },
            mcp: { ...address, description: 'The tools for agents.' },
          }),
        ),
        ...wrongMethod,
      },
    },
  },
  '/healthz': {
    get: {
      tags: ['Operations'],
      operationId: 'health',
      summary: 'Is this process alive?',
      description: 'For the supervisor of the process, which starts it again if not.',
      security: [],
      responses: {
        200: jsonResponse('The process is alive.', { type: 'object', properties: { status: { const: 'ok' } } }),
        ...wrongMethod,
      },
    },
  },
  '/readyz': {
    get: {
      tags: ['Operations'],
      operationId: 'readiness',
      summary: 'Is every dependency reachable?',
      description: 'For load balancers, which send requests elsewhere if not.',
      security: [],
      responses: {
        200: jsonResponse('All dependencies are reachable.', readiness),
        ...wrongMethod,
        503: jsonResponse('At least one dependency is unavailable; `dependencies` names it.', readiness),
      },
    },
  },
};
