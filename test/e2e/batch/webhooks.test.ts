import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBatch, waitForJob } from '../../support/batches.ts';
import { secretKey } from '../../support/client.ts';
import { eventually } from '../../support/eventually.ts';
import { site } from '../../support/fixtureSite.ts';
import { openStackStorage } from '../../support/storage.ts';

interface Received {
  id: string;
  signature: string;
  header: string;
  text: string;
  event: { success: boolean; type: string; id: string; data: { url: string }[]; error?: string; metadata: unknown };
}

describe('webhooks', () => {
  const received: Received[] = [];
  let refusals = 0;
  const receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      if (request.url?.startsWith('/refusing') && refusals < 2) {
        refusals += 1;
        response.writeHead(503).end();
        return;
      }
      const text = Buffer.concat(chunks).toString();
      received.push({
        id: String(request.headers['x-sightread-event']),
        signature: String(request.headers['x-sightread-signature']),
        header: String(request.headers['x-of-mine']),
        text,
        event: JSON.parse(text),
      });
      response.end();
    });
  });
  let address = '';
  beforeAll(async () => {
    await new Promise<void>((resolve) => {
      receiver.listen(0, '127.0.0.1', resolve);
    });
    address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  });
  afterAll(() => receiver.close());
  const of = (id: string) => received.filter(({ event }) => event.id === id);

  it('tell of the start, each page and the end, signed with the secret of the key', async () => {
    const webhook = { url: `${address}/hook`, headers: { 'x-of-mine': 'yes' }, metadata: { order: 7 } };
    const { id } = await createBatch({ urls: [site('/told'), site('/status?code=404')], webhook });
    await waitForJob(id);
    await eventually('four events have come', () => of(id).length === 4);
    const events = of(id);
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

    const storage = openStackStorage();
    const key = await storage.keys.find(secretKey());
    await storage.close();
    for (const { text, signature, header } of events) {
      expect(signature).toBe(
        `sha256=${createHmac('sha256', key?.webhookSecret ?? '')
          .update(text)
          .digest('hex')}`,
      );
      expect(header).toBe('yes');
    }
  });

  it('are tried again until the receiver takes them, each under the same id', async () => {
    const { id } = await createBatch({
      urls: [site('/patient')],
      webhook: { url: `${address}/refusing`, events: ['completed'] },
    });
    await waitForJob(id);
    await eventually('the event has come', () => of(id).length === 1);
    expect(refusals).toBe(2);
    expect(of(id)[0]?.event.type).toBe('batch_scrape.completed');
  });
});
