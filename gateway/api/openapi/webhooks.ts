import { monitorPayloadSchema } from '../../../contracts/results/monitorPayload.ts';
import { webhookPayloadSchema } from '../../../contracts/results/webhookPayload.ts';
import { jsonRequestBody } from './responses.ts';

function header(name: string, description: string) {
  return { name, in: 'header', required: true, description, schema: { type: 'string' } };
}

const parameters = [
  header('X-Sightread-Event', 'The id of the event, the same in every attempt to deliver it.'),
  header(
    'X-Sightread-Webhook-Signature',
    '`t=<unix seconds>,v1=<hex>`: the HMAC-SHA256 of `<t>.<body>` with the webhook secret of the key that created the job or monitor. Refuse an old `t`, so that nobody can send a recorded event again.',
  ),
  header('X-Sightread-Signature', '`sha256=<hex>`: the HMAC-SHA256 of the body alone, without a time.'),
];
const accepted = { '2XX': { description: 'Accepted.' } };

/** What webhooks receive. */
export const webhooks = {
  batch: {
    post: {
      tags: ['Batches'],
      operationId: 'batchWebhook',
      summary: 'An event of a batch or a crawl, posted to its `webhook`',
      description:
        'The events of a job come in order and one at a time. An answer of 200 to 299 within ten seconds accepts an event; otherwise it is tried again after 1 s, 2 s, 4 s … up to an hour, for a day, and the events behind it wait. A delivery may come twice: `X-Sightread-Event` tells.',
      parameters,
      requestBody: jsonRequestBody(webhookPayloadSchema),
      responses: accepted,
    },
  },
  monitor: {
    post: {
      tags: ['Monitors'],
      operationId: 'monitorWebhook',
      summary: 'A page that is new, changed or removed, posted to the `webhook` of its monitor',
      description: 'One call a page, delivered and signed as the events of a batch.',
      parameters,
      requestBody: jsonRequestBody(monitorPayloadSchema),
      responses: accepted,
    },
  },
};
