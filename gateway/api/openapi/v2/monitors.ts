import { idParameter, objectOf, pageParameters } from '../schemas.ts';
import { operation } from './operation.ts';
import { monitorRequest, monitorUpdate } from './requests.ts';

const success = { const: true };
const id = { type: 'string' };
const count = { type: 'integer' };
const time = { type: 'string', format: 'date-time' };
const timeOrNull = { type: ['string', 'null'], format: 'date-time' };
const textOrNull = { type: ['string', 'null'] };

const summary = objectOf({ totalPages: count, same: count, changed: count, new: count, removed: count, error: count });

const monitor = {
  $id: 'V2Monitor',
  ...objectOf({
    id,
    name: { type: 'string' },
    status: { enum: ['active', 'paused'] },
    schedule: { type: 'object' },
    targets: { type: 'array', items: { type: 'object' } },
    webhook: { type: ['object', 'null'] },
    nextRunAt: timeOrNull,
    lastRunAt: timeOrNull,
    currentCheckId: { ...textOrNull, description: 'The check that is running.' },
    lastCheckSummary: { anyOf: [summary, { type: 'null' }] },
    createdAt: time,
  }),
};

const checkProperties = {
  id,
  monitorId: id,
  status: { enum: ['running', 'completed', 'failed'] },
  trigger: { enum: ['scheduled', 'manual'] },
  startedAt: time,
  finishedAt: timeOrNull,
  actualCredits: count,
  summary,
  error: textOrNull,
};
const check = { $id: 'V2MonitorCheck', ...objectOf(checkProperties) };
const checkWithPages = objectOf({
  ...checkProperties,
  pages: {
    type: 'array',
    items: objectOf({
      id,
      url: { type: 'string', format: 'uri' },
      status: { enum: ['new', 'changed', 'removed'] },
      diff: { anyOf: [objectOf({ text: { type: 'string' } }), { type: 'null' }] },
      createdAt: time,
    }),
  },
});

const one = objectOf({ success, data: monitor });

/** Monitors in the words of today's clients, whose checks are the runs of /v1. */
export const v2MonitorPaths = {
  '/v2/monitor': {
    get: operation({
      id: 'v2Monitors',
      summary: 'The monitors of the account',
      description: 'The newest first.',
      parameters: pageParameters,
      answer: objectOf({ success, data: { type: 'array', items: monitor } }),
    }),
    post: operation({
      id: 'v2CreateMonitor',
      summary: 'Watch pages, or a site',
      description: 'As `/v1/monitors` does; the pages are read now, to remember them.',
      body: monitorRequest,
      example: {
        name: 'Home page',
        schedule: { cron: '0 9 * * *' },
        targets: [{ type: 'scrape', urls: ['https://example.com/'] }],
      },
      answer: one,
    }),
  },
  '/v2/monitor/{id}': {
    get: operation({
      id: 'v2Monitor',
      summary: 'A monitor',
      description: 'With its last check, and when the next one is.',
      idOf: 'monitor',
      answer: one,
    }),
    patch: operation({
      id: 'v2ChangeMonitor',
      summary: 'Change a monitor',
      description: 'What is absent or null stays as it is; a `webhook` that is null is removed.',
      idOf: 'monitor',
      body: monitorUpdate,
      example: { status: 'paused' },
      answer: one,
    }),
    delete: operation({
      id: 'v2DeleteMonitor',
      summary: 'End a monitor',
      description: 'It is removed with all that it knows.',
      idOf: 'monitor',
      answer: objectOf({ success }),
    }),
  },
  '/v2/monitor/{id}/run': {
    post: operation({
      id: 'v2RunMonitor',
      summary: 'Look now',
      description: 'Answers with the check that has begun, or with the one that is running.',
      idOf: 'monitor',
      answer: objectOf({ success, data: check }),
    }),
  },
  '/v2/monitor/{id}/checks': {
    get: operation({
      id: 'v2MonitorChecks',
      summary: 'The last hundred checks',
      description: 'The newest first.',
      idOf: 'monitor',
      parameters: pageParameters,
      answer: objectOf({ success, data: { type: 'array', items: check } }),
    }),
  },
  '/v2/monitor/{id}/checks/{check}': {
    get: operation({
      id: 'v2MonitorCheck',
      summary: 'A check, and what it has found',
      description: 'The pages that are new, changed or removed; of changed ones the lines that differ.',
      idOf: 'monitor',
      parameters: [idParameter('check', 'check', { type: 'string' })],
      answer: objectOf({ success, data: checkWithPages }),
    }),
  },
};
