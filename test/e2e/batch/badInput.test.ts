import { describe, expect, it } from 'vitest';
import { createBatch, waitForJob } from '../../support/batches.ts';
import { call } from '../../support/client.ts';
import { site } from '../../support/fixtureSite.ts';

const urls = [site('/a')];

describe('a batch that cannot be made is refused with a reason', () => {
  it.each([
    ['no urls', {}, 400, /`urls` is required/],
    ['an empty list', { urls: [] }, 400, /`urls`/],
    ['urls that are no list', { urls: 'http://site.example/' }, 400, /`urls` must be an array/],
    ['a url that is a number', { urls: [1] }, 400, /`urls\[0\]` must be a string/],
    ['one that is no URL', { urls: [site('/a'), 'lighthouse'] }, 400, /`urls\[1\]`/],
    ['one that is not public', { urls: ['http://192.168.1.1/'] }, 400, /`urls\[0\]`.*not a public address/],
    ['only bad ones, ignored', { urls: ['x', 'y'], ignoreInvalidURLs: true }, 400, /none of them/],
    ['an unknown field', { urls, limit: 7 }, 400, /Unknown field `limit`/],
    ['an unknown event', { urls, webhook: { url: site('/'), events: ['half'] } }, 400, /`webhook/],
    ['a webhook that is not public', { urls, webhook: 'http://127.0.0.2/' }, 400, /`webhook`/],
    ['no pages at a time', { urls, maxConcurrency: 0 }, 400, /`maxConcurrency`/],
  ])('%s', async (_, body, status, words) => {
    const answer = await call('/v1/batch/scrape', { body });
    expect(answer.status).toBe(status);
    expect(Object.keys(answer.body)).toEqual(['error']);
    expect(answer.body['error']).toMatch(words);
  });

  it('100,001 urls', async () => {
    const answer = await call('/v1/batch/scrape', {
      body: { urls: Array.from({ length: 100_001 }, (_, at) => site(`/${at}`)) },
    });
    expect(answer).toMatchObject({ status: 400 });
    expect(answer.body['error']).toMatch(/`urls` must NOT have more than 100000 items/);
  });

  it('a body of 17 MiB', async () => {
    const answer = await call('/v1/batch/scrape', { body: JSON.stringify({ urls: ['x'.repeat(17 * 1024 * 1024)] }) });
    expect(answer).toMatchObject({ status: 413, body: { error: 'The body is larger than 16 MiB.' } });
  });
});

describe('a question about a batch that cannot be answered', () => {
  it.each(['offset=-1', 'offset=1.5', 'offset=abc', 'offset=', 'limit=0', 'limit=101', 'limit=ten', 'limit=1&limit=2'])(
    '%s',
    async (query) => {
      const { id } = await createBatch({ urls });
      await waitForJob(id);
      const answer = await call(`/v1/batch/scrape/${id}?${query}`);
      expect(answer.status).toBe(400);
      expect(answer.body['error']).toMatch(/must be a whole number/);
    },
  );

  it.each(['', '/errors', '/results.ndjson', '/events'])('an unknown job%s', async (path) => {
    const answer = await call(`/v1/batch/scrape/4f1c0f0e-0000-4000-8000-000000000000${path}`);
    expect(answer.status).toBe(404);
    expect(answer.body['error']).toMatch(/There is no job/);
  });
});
