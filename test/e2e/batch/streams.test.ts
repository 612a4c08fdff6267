import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Job } from '../../../storage/jobs.ts';
import { createBatch, waitForJob } from '../../support/batches.ts';
import { api, call, secretKey } from '../../support/client.ts';
import { withDatabase } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { site } from '../../support/fixtureSite.ts';

describe('the streams of a batch', () => {
  it('return one line per page in order from results.ndjson', async () => {
    const urls = Array.from({ length: 150 }, (_, at) => site(at === 70 ? '/large?kb=1500' : `/line/${at}`));
    const { id } = await waitForJob((await createBatch({ urls })).id);
    const { body, headers } = await call<string>(`/v1/batch/scrape/${id}/results.ndjson`);
    expect(headers.get('content-type')).toMatch('application/x-ndjson');
    const items = body
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(items.map((item) => item.url)).toEqual(urls);
    expect(items[70].markdown.length).toBeGreaterThan(1_400_000);
  });

  it('report the progress until the end from events', async () => {
    const { id } = await createBatch({ urls: Array.from({ length: 20 }, (_, at) => site(`/slow?ms=${at * 100}`)) });
    const response = await fetch(`${api()}/v1/batch/scrape/${id}/events`, {
      headers: { authorization: `Bearer ${secretKey()}` },
    });
    expect(response.headers.get('content-type')).toMatch('text/event-stream');
    const events = (await response.text())
      .trim()
      .split('\n\n')
      // Of a slow one there are comments that keep the connection open.
      .filter((event) => !event.startsWith(':'))
      .map((event) => event.split('\n'));
    const counts = events.map(([, data = '']) => JSON.parse(data.replace('data: ', '')).completed);
    expect(counts).toEqual([...counts].sort((a, b) => a - b));
    expect(counts.at(-1)).toBe(20);
    expect(events.at(-1)?.[0]).toBe('event: completed');
  });

  it('repeat no event that a client has seen before it connects again', async () => {
    const { id } = await createBatch({ urls: [site('/slow?ms=60000')] });
    const headers = { authorization: `Bearer ${secretKey()}` };
    const response = await fetch(`${api()}/v1/batch/scrape/${id}/events`, { headers });
    const { value } = (await response.body?.getReader().read()) ?? {};
    const [, lastId = ''] = /^id: (.+)$/m.exec(new TextDecoder().decode(value)) ?? [];
    expect(lastId).not.toBe('');
    const again = fetch(`${api()}/v1/batch/scrape/${id}/events`, {
      headers: { ...headers, 'last-event-id': lastId },
    });
    // Its headers come with its first event. Within this time it would have repeated the one that was seen.
    await wait(2_000);
    await call(`/v1/batch/scrape/${id}`, { method: 'DELETE' });
    const ids = [...(await (await again).text()).matchAll(/^id: (.+)$/gm)].map(([, eventId]) => eventId);
    expect(ids.length).toBeGreaterThan(0);
    expect(ids).not.toContain(lastId);
  });

  it('end when the job is gone', async () => {
    const { id } = await createBatch({ urls: [site('/slow?ms=60000')] });
    const response = await fetch(`${api()}/v1/batch/scrape/${id}/events`, {
      headers: { authorization: `Bearer ${secretKey()}` },
    });
    let hasEnded = false;
    const read = response.text().then(() => {
      hasEnded = true;
    });
    await withDatabase((db) => db.collection<Job>('jobs').deleteOne({ _id: id }));
    await eventually('the stream has ended', () => hasEnded);
    await read;
  });
});
