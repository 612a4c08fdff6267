import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBatch, waitForJob } from '../../support/batches.ts';
import { secretKey } from '../../support/client.ts';
import { eventually } from '../../support/eventually.ts';
import { site } from '../../support/fixtureSite.ts';
import { type Listening, listenOnLoopback } from '../../support/loopback.ts';
import { withStorage } from '../../support/storage.ts';

interface Received {
  id: string;
  signature: string;
  header: string;
  text: string;
  event: { success: boolean; type: string; id: string; data: { url: string }[]; error?: string; metadata: unknown };
}

describe('the webhooks of a batch', () => {
  const received: Received[] = [];
  const refusedIds: string[] = [];
  const receiver = createServer(async (request, response) => {
    const text = await readText(request);
    const id = String(request.headers['x-sightread-event']);
    if (request.url?.startsWith('/refusing') && refusedIds.length < 2) {
      refusedIds.push(id);
      response.writeHead(503).end();
      return;
    }
    received.push({
      id,
      signature: String(request.headers['x-sightread-signature']),
      header: String(request.headers['x-of-mine']),
      text,
      event: JSON.parse(text),
    });
    response.end();
  });
  let listening: Listening;
  beforeAll(async () => {
    listening = await listenOnLoopback(receiver);
  });
  afterAll(() => listening?.close());
  const eventsOf = (id: string) => received.filter(({ event }) => event.id === id);

  it('announce the start, each page and the end, signed with the webhook secret of the key', async () => {
    const webhook = { url: `${listening.address}/hook`, headers: { 'x-of-mine': 'yes' }, metadata: { order: 7 } };
    const { id } = await createBatch({ urls: [site('/told'), site('/status?code=404')], webhook });
    await waitForJob(id);
    await eventually('four events have come', () => eventsOf(id).length === 4);
    const events = eventsOf(id);
    expect(events[0]?.event.type).toBe('batch_scrape.started');
    expect(events[3]?.event).toMatchObject({
      success: true,
      type: 'batch_scrape.completed',
      id,
      data: [],
      metadata: { order: 7 },
    });
    const pages = events.filter(({ event }) => event.type === 'batch_scrape.page').map(({ event }) => event);
    expect(pages.find(({ success }) => success)?.data[0]?.url).toBe(site('/told'));
    expect(pages.find(({ success }) => !success)).toMatchObject({ error: 'The site answered 404.' });

    const key = await withStorage(({ keys }) => keys.find(secretKey()));
    for (const { text, signature, header } of events) {
      expect(signature).toBe(
        `sha256=${createHmac('sha256', key?.webhookSecret ?? '')
          .update(text)
          .digest('hex')}`,
      );
      expect(header).toBe('yes');
    }
  });

  it('are retried under the same id until the receiver accepts them', async () => {
    const { id } = await createBatch({
      urls: [site('/patient')],
      webhook: { url: `${listening.address}/refusing`, events: ['completed'] },
    });
    await waitForJob(id);
    await eventually('the event has come', () => eventsOf(id).length === 1);
    const [accepted] = eventsOf(id);
    expect(accepted?.event.type).toBe('batch_scrape.completed');
    expect(refusedIds).toEqual([accepted?.id, accepted?.id]);
  });
});
