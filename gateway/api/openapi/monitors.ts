import { pagePrice } from '../../../contracts/prices.ts';
import { monitorRequestSchema, monitorUpdateSchema } from '../../../contracts/requests/monitor.ts';
import { monitorRunSchema, monitorSchema, pageChangeSchema } from '../../../contracts/results/monitor.ts';
import { errorResponses, jsonRequestBody, jsonResponse } from './responses.ts';
import { objectOf, pageParameters } from './schemas.ts';

function pathId(name: string) {
  return { name, in: 'path', required: true, schema: { type: 'string', format: 'uuid' } };
}

function operation(operationId: string, summary: string, rest: object) {
  return { tags: ['Monitors'], operationId, summary, ...rest };
}

const success = { const: true } as const;
const theMonitor = jsonResponse('The monitor.', objectOf({ success, data: monitorSchema }));
const idParameter = pathId('id');
const changesOfRun = {
  ...monitorRunSchema,
  properties: { ...monitorRunSchema.properties, changes: { type: 'array', items: pageChangeSchema } },
  required: [...monitorRunSchema.required, 'changes'],
};

function command(operationId: string, summary: string) {
  return {
    post: operation(operationId, summary, {
      parameters: [idParameter],
      responses: { 200: theMonitor, ...errorResponses(404) },
    }),
  };
}

export const monitorPaths = {
  '/v1/monitors': {
    post: operation('createMonitor', 'Watch pages for changes', {
      description:
        'The pages are read now, to remember them, and then as often as `every` says. Each run compares their markdown with how it was, and `webhook` gets a call for each page that is new, changed or removed, and no other. ' +
        `A page that seems to have changed is read once more at once: what differs between the two readings changes on every load and is no news. A page costs ${pagePrice} credit each time it is read.`,
      requestBody: jsonRequestBody(monitorRequestSchema),
      responses: {
        200: jsonResponse(
          'The new monitor.',
          objectOf({ success, id: { type: 'string' }, url: { type: 'string', description: 'Its address.' } }),
        ),
        ...errorResponses(400, 409, 413, 415),
      },
    }),
    get: operation('listMonitors', 'The monitors of this account, newest first', {
      parameters: pageParameters,
      responses: {
        200: jsonResponse('The monitors.', objectOf({ success, data: { type: 'array', items: monitorSchema } })),
        ...errorResponses(400),
      },
    }),
  },
  '/v1/monitors/{id}': {
    get: operation('monitor', 'A monitor, its last run, and when it runs next', {
      parameters: [idParameter],
      responses: { 200: theMonitor, ...errorResponses(404) },
    }),
    patch: operation('changeMonitor', 'Change a monitor', {
      parameters: [idParameter],
      requestBody: jsonRequestBody(monitorUpdateSchema),
      responses: { 200: theMonitor, ...errorResponses(400, 404, 413, 415) },
    }),
    delete: operation('deleteMonitor', 'Remove a monitor with all that it knows', {
      parameters: [idParameter],
      responses: { 200: jsonResponse('It is gone.', objectOf({ success })), ...errorResponses(404) },
    }),
  },
  '/v1/monitors/{id}/pause': command('pauseMonitor', 'Stop running until it is resumed'),
  '/v1/monitors/{id}/resume': command('resumeMonitor', 'Run again as often as `every` says'),
  '/v1/monitors/{id}/run': command('runMonitor', 'Run now; nothing, if it is running'),
  '/v1/monitors/{id}/runs': {
    get: operation('monitorRuns', 'The last hundred runs, newest first', {
      parameters: [idParameter, ...pageParameters],
      responses: {
        200: jsonResponse('The runs.', objectOf({ success, data: { type: 'array', items: monitorRunSchema } })),
        ...errorResponses(400, 404),
      },
    }),
  },
  '/v1/monitors/{id}/runs/{run}': {
    get: operation('monitorRun', 'A run, and what it has found', {
      parameters: [idParameter, pathId('run'), ...pageParameters],
      responses: {
        200: jsonResponse(
          'The run with its changes, as many as `limit` says.',
          objectOf({ success, data: changesOfRun }),
        ),
        ...errorResponses(400, 404),
      },
    }),
  },
};
