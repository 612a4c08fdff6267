import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { listenOnLoopback } from '../support/loopback.ts';

interface Delivery {
  /** The event's id, which is the same in every attempt to deliver it. */
  id: string;
  job: string;
  type: string;
  url: string | undefined;
}

/** Accepts every webhook and keeps what was delivered. */
export async function startWebhookReceiver() {
  const deliveries: Delivery[] = [];
  const server = createServer(async (request, response) => {
    const { id: job, type, data } = JSON.parse(await text(request));
    deliveries.push({ id: String(request.headers['x-sightread-event']), job, type, url: data?.[0]?.url });
    response.end();
  });
  return { deliveries, ...(await listenOnLoopback(server)) };
}
