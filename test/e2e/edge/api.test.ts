import { once } from 'node:events';
import { gunzipSync } from 'node:zlib';
import { Agent, request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { api, call, secretKey } from '../../support/client.ts';
import { type Edge, findNginx, openEdge } from '../../support/edge.ts';
import { site } from '../../support/fixtureSite.ts';

const nginx = await findNginx();

describe.skipIf(!nginx)('the extraction API through the edge', () => {
  let edge: Edge;
  let id: string;
  beforeAll(async () => {
    edge = await openEdge(nginx ?? '');
    const urls = Array.from({ length: 20 }, (_, n) => site(`/article?n=${n}`));
    const created = await call<{ id: string }>(`${edge.api}/v1/batch/scrape`, { body: { urls } });
    expect(created.status).toBe(200);
    id = created.body.id;
  });
  afterAll(() => edge?.stop());

  const authorization = () => ({ authorization: `Bearer ${secretKey()}` });

  it('streams events until the job ends', async () => {
    const answer = await fetch(`${edge.api}/v1/batch/scrape/${id}/events`, { headers: authorization() });
    expect(answer.headers.get('content-type')).toMatch('text/event-stream');
    const text = await answer.text();
    expect(text).toMatch(/^event: progress/);
    expect(text).toMatch(/event: completed\ndata: /);
  });

  it('passes the WebSocket of a job on', async () => {
    const address = `${edge.api.replace('http', 'ws')}/v2/batch/scrape/${id}`;
    const socket = new WebSocket(address, { headers: authorization() });
    const types: string[] = [];
    socket.on('message', (message) => types.push(JSON.parse(String(message)).type));
    await once(socket, 'close');
    expect(types.at(-1)).toBe('done');
  });

  it('returns the results of a job as NDJSON', async () => {
    const answer = await fetch(`${edge.api}/v1/batch/scrape/${id}/results.ndjson`, { headers: authorization() });
    const lines = (await answer.text()).trimEnd().split('\n');
    expect(lines).toHaveLength(20);
    for (const line of lines) expect(JSON.parse(line)).toHaveProperty('url');
  });

  it('compresses JSON without changing its content', async () => {
    const headers = { ...authorization(), 'accept-encoding': 'gzip' };
    const path = `/v1/batch/scrape/${id}?limit=20`;
    const {
      statusCode,
      headers: answerHeaders,
      body,
    } = await request(edge.api + path, { headers, dispatcher: new Agent() });
    expect(statusCode).toBe(200);
    expect(answerHeaders['content-encoding']).toBe('gzip');
    const plain = await call(api() + path);
    expect(JSON.parse(gunzipSync(Buffer.from(await body.arrayBuffer())).toString()).data).toEqual(plain.body['data']);
  });

  it('keeps the request id of the caller, and creates one when there is none', async () => {
    const given = await call(`${edge.api}/v1/credits`, { headers: { 'x-request-id': 'order-7' } });
    expect(given.headers.get('x-request-id')).toBe('order-7');
    const made = await call(`${edge.api}/v1/credits`);
    expect(made.headers.get('x-request-id')).toMatch(/^[0-9a-f]{32}$/);
  });

  it('passes a body of 15 MiB on, and lets the gateway refuse larger ones', async () => {
    const padded = (bytes: number) => JSON.stringify({ url: 'ftp://no', pad: 'x'.repeat(bytes) });
    expect((await call(`${edge.api}/v1/batch/scrape`, { body: padded(15 * 1024 * 1024) })).status).toBe(400);
    for (const mebibytes of [17, 25]) {
      const { status, body } = await call(`${edge.api}/v1/batch/scrape`, { body: padded(mebibytes * 1024 * 1024) });
      expect({ status, body }).toEqual({ status: 413, body: { error: expect.any(String) } });
    }
  });

  it('serves the dashboard and its assets', async () => {
    const page = await fetch(`${edge.api}/sign-in`);
    expect(page.status).toBe(200);
    const style = /href="(\/assets\/[^"]+\.css)"/.exec(await page.text())?.[1] ?? '';
    const file = await fetch(edge.api + style);
    expect(file.headers.get('content-type')).toMatch('text/css');
    expect(file.headers.get('content-encoding')).toBe('gzip');
  });

  it('refuses a malformed URL with a JSON error', async () => {
    const answer = await fetch(`${edge.api}/%zz`);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({ error: 'The request is malformed.' });
  });
});
