import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newAccount, newUser } from '../../support/accounts.ts';
import { createBatch, waitForJob } from '../../support/batches.ts';
import { call, secretKey } from '../../support/client.ts';
import { settledCredits } from '../../support/credits.ts';
import { signInAs } from '../../support/dashboardClient.ts';
import { eventually } from '../../support/eventually.ts';
import { site } from '../../support/fixtureSite.ts';
import { type Listening, listenOnLoopback } from '../../support/loopback.ts';
import { withStorage } from '../../support/storage.ts';

interface Received {
  id: string;
  headers: Record<string, string>;
  text: string;
  event: {
    success: boolean;
    type: string;
    id: string;
    data: { url: string }[];
    error?: string;
    metadata: unknown;
    total?: number;
  };
}

function hmac(text: string, secret: string): string {
  return createHmac('sha256', secret).update(text).digest('hex');
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
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    received.push({ id, headers, text, event: JSON.parse(text) });
    response.end();
  });
  let listening: Listening;
  beforeAll(async () => {
    listening = await listenOnLoopback(receiver);
  });
  afterAll(() => listening?.close());
  const eventsOf = (id: string) => received.filter(({ event }) => event.id === id);
  const typesOf = (id: string) => eventsOf(id).map(({ event }) => event.type.replace('batch_scrape.', ''));

  it('announce the start, each page and the end with the counters, signed with the webhook secret of the key', async () => {
    const webhook = { url: `${listening.address}/hook`, headers: { 'x-of-mine': 'yes' }, metadata: { order: 7 } };
    const { id } = await createBatch({ urls: [site('/told'), site('/status?code=404')], webhook });
    await waitForJob(id);
    await eventually('four events have come', () => eventsOf(id).length === 4);
    expect(typesOf(id)).toEqual(['started', 'page', 'page', 'completed']);
    const events = eventsOf(id);
    expect(events[3]?.event).toEqual({
      success: true,
      type: 'batch_scrape.completed',
      id,
      total: 2,
      completed: 1,
      failed: 1,
      creditsUsed: 1,
      data: [],
      metadata: { order: 7 },
    });
    const pages = events.filter(({ event }) => event.type === 'batch_scrape.page').map(({ event }) => event);
    expect(pages.find(({ success }) => success)?.data[0]?.url).toBe(site('/told'));
    expect(pages.find(({ success }) => !success)).toMatchObject({ error: 'The site answered 404.' });

    const key = await withStorage(({ keys }) => keys.find(secretKey()));
    const secret = key?.webhookSecret ?? '';
    for (const { text, headers } of events) {
      expect(headers['x-sightread-signature']).toBe(`sha256=${hmac(text, secret)}`);
      const [, time = '', signature] =
        /^t=(\d+),v1=([0-9a-f]{64})$/.exec(headers['x-sightread-webhook-signature'] ?? '') ?? [];
      expect(signature).toBe(hmac(`${time}.${text}`, secret));
      expect(Math.abs(Date.now() / 1000 - Number(time))).toBeLessThan(60);
      expect(headers['x-of-mine']).toBe('yes');
    }
  });

  it('are retried under the same id until the receiver accepts them, and those behind wait', async () => {
    const { id } = await createBatch({
      urls: [site('/patient')],
      webhook: { url: `${listening.address}/refusing` },
    });
    await waitForJob(id);
    await eventually('the events have come', () => eventsOf(id).length === 3);
    expect(typesOf(id)).toEqual(['started', 'page', 'completed']);
    const [started] = eventsOf(id);
    expect(refusedIds).toEqual([started?.id, started?.id]);
  });

  it('announce a cancellation with the counters, however soon it comes', async () => {
    const { account, key } = await newAccount();
    const ids: string[] = [];
    for (let times = 0; times < 5; times += 1) {
      const urls = Array.from({ length: 30 }, (_, at) => site(`/slow?ms=60000&at=${at}&times=${times}`));
      const webhook = { url: `${listening.address}/hook` };
      const { id } = await createBatch({ urls, webhook }, { key });
      expect((await call(`/v1/batch/scrape/${id}`, { method: 'DELETE', key })).status).toBe(200);
      ids.push(id);
    }
    for (const id of ids) {
      await eventually('the cancellation is announced', () => typesOf(id).includes('cancelled'));
      expect(eventsOf(id).at(-1)?.event).toMatchObject({ type: 'batch_scrape.cancelled', total: 30, completed: 0 });
    }
    expect(await settledCredits(account)).toBe(0);
  });

  it('can be looked at and sent again from the page of the job', async () => {
    const user = await newUser('small');
    const webhook = { url: `${listening.address}/hook`, events: ['completed'] };
    const { id } = await createBatch({ urls: [site('/again')], webhook }, { key: user.secretKey });
    await eventually('the event has come', () => eventsOf(id).length === 1);
    const dashboard = await signInAs(user);
    const list = await dashboard.get(`/jobs/${id}/webhooks`);
    const path = /href="(\/jobs\/[^"]+\/webhooks\/[^"]+)"/.exec(list.html)?.[1] ?? '';
    await eventually('the delivery is recorded', async () => (await dashboard.get(path)).html.includes('delivered'));
    const page = await dashboard.get(path);
    expect(page.html).toContain('batch_scrape.completed');
    expect(page.html).toContain('creditsUsed');
    expect(page.html).toMatch(/data-label="Answer">\s*200/);

    expect(await dashboard.submit(`${path}/send`, {}, path)).toMatchObject({ status: 303, location: path });
    await eventually('it has come again', () => eventsOf(id).length === 2);
    const [first, second] = eventsOf(id);
    expect(second?.id).toBe(first?.id);
    expect(second?.text).toBe(first?.text);

    const stranger = await signInAs(await newUser('small'));
    expect((await stranger.get(path)).status).toBe(404);
    expect((await stranger.submit(`${path}/send`)).status).toBe(404);
  });
});
