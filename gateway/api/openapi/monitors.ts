import { pagePrice } from '../../../contracts/prices.ts';
import { monitorRequestSchema, monitorUpdateSchema } from '../../../contracts/requests/monitor.ts';
import { monitorRunSchema, monitorSchema, pageChangeSchema } from '../../../contracts/results/monitor.ts';
import { errorResponses, jsonRequestBody, jsonResponse } from './responses.ts';
import { idParameter, objectOf, pageParameters } from './schemas.ts';

function operation(
  operationId: string,
  summary: string,
  rest: { description: string; responses: object; [key: string]: unknown },
) {
  return { tags: ['Monitors'], operationId, summary, ...rest };
}

const success = { const: true } as const;
const theMonitor = jsonResponse('The monitor.', objectOf({ success, data: monitorSchema }));
const monitorId = idParameter('monitor');
const changesOfRun = {
  ...monitorRunSchema,
  properties: { ...monitorRunSchema.properties, changes: { type: 'array', items: pageChangeSchema } },
  required: [...monitorRunSchema.required, 'changes'],
};

function command(operationId: string, summary: string, description: string) {
  return {
    post: operation(operationId, summary, {
      description,
      parameters: [monitorId],
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
      requestBody: jsonRequestBody(monitorRequestSchema, { urls: ['https://example.com/'], every: '1d' }),
      responses: {
        200: jsonResponse(
          'The new monitor.',
          objectOf({ success, id: { type: 'string' }, url: { type: 'string', description: 'Its address.' } }),
        ),
        ...errorResponses(400, 409, 413, 415),
      },
    }),
    get: operation('listMonitors', 'The monitors of this account, newest first', {
      description: 'Each with its last run.',
      parameters: pageParameters,
      responses: {
        200: jsonResponse('The monitors.', objectOf({ success, data: { type: 'array', items: monitorSchema } })),
        ...errorResponses(400),
      },
    }),
  },
  '/v1/monitors/{id}': {
    get: operation('monitor', 'A monitor, its last run, and when it runs next', {
      description: 'Secrets of its webhook and of its requests are not shown.',
      parameters: [monitorId],
      responses: { 200: theMonitor, ...errorResponses(404) },
    }),
    patch: operation('changeMonitor', 'Change a monitor', {
      description: 'What is absent stays as it is. What the monitor remembers of its pages is kept.',
      parameters: [monitorId],
      requestBody: jsonRequestBody(monitorUpdateSchema, { every: '12h' }),
      responses: { 200: theMonitor, ...errorResponses(400, 404, 413, 415) },
    }),
    delete: operation('deleteMonitor', 'Remove a monitor with all that it knows', {
      description: 'It does not run again.',
      parameters: [monitorId],
      responses: { 200: jsonResponse('It is gone.', objectOf({ success })), ...errorResponses(404) },
    }),
  },
  '/v1/monitors/{id}/pause': command(
    'pauseMonitor',
    'Stop running until it is resumed',
    'A run that is under way ends as usual.',
  ),
  '/v1/monitors/{id}/resume': command(
    'resumeMonitor',
    'Run again as often as `every` says',
    'Runs that were missed meanwhile are not made up for.',
  ),
  '/v1/monitors/{id}/run': command(
    'runMonitor',
    'Run now; nothing, if it is running',
    'A paused monitor runs too, this once.',
  ),
  '/v1/monitors/{id}/runs': {
    get: operation('monitorRuns', 'The last hundred runs, newest first', {
      description: 'With how many pages were read, and how many were new, changed or removed.',
      parameters: [monitorId, ...pageParameters],
      responses: {
        200: jsonResponse('The runs.', objectOf({ success, data: { type: 'array', items: monitorRunSchema } })),
        ...errorResponses(400, 404),
      },
    }),
  },
  '/v1/monitors/{id}/runs/{run}': {
    get: operation('monitorRun', 'A run, and what it has found', {
      description: 'Of each page that has changed, the lines that differ.',
      parameters: [monitorId, idParameter('run', 'run'), ...pageParameters],
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
