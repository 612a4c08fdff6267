import { describe, expect, it } from 'vitest';
import { createBatch, waitForJob } from '../../support/batches.ts';
import { callUntilChecked } from '../../support/callUntilChecked.ts';
import { call } from '../../support/client.ts';
import { site } from '../../support/fixtureSite.ts';

const urls = [site('/a')];

describe('POST /v1/batch/scrape with bad input', () => {
  it.each([
    ['a missing list of URLs', {}, 400, /`urls` is required/],
    ['an empty list of URLs', { urls: [] }, 400, /`urls`/],
    ['a string instead of a list of URLs', { urls: 'http://site.example/' }, 400, /`urls` must be a list/],
    ['a number instead of a URL', { urls: [1] }, 400, /`urls\[0\]` must be a string/],
    ['a list with text that is not a URL', { urls: [site('/a'), 'lighthouse'] }, 400, /`urls\[1\]`/],
    ['a URL with a private address', { urls: ['http://192.168.1.1/'] }, 400, /`urls\[0\]`.*not a public address/],
    [
      'a list without any valid URL although invalid ones are ignored',
      { urls: ['x', 'y'], ignoreInvalidURLs: true },
      400,
      /none of them/,
    ],
    ['an unknown field', { urls, limit: 7 }, 400, /Unknown field `limit`/],
    ['an unknown webhook event', { urls, webhook: { url: site('/'), events: ['half'] } }, 400, /`webhook/],
    ['a webhook with a private address', { urls, webhook: 'http://127.0.0.2/' }, 400, /`webhook`/],
    ['a header name with a space', { urls, headers: { 'a b': '1' } }, 400, /`headers`: "a b" is not a valid name/],
    ['a header name of the database driver', { urls, headers: { _bsontype: 'Long' } }, 400, /`headers`: "_bsontype"/],
    ['a header name with a NUL', { urls, headers: { 'a\0': '1' } }, 400, /`headers`: .* is not a valid name/],
    ['a header value with a line break', { urls, headers: { a: '1\r\nb: 2' } }, 400, /`headers.a` contains characters/],
    [
      'a webhook header name that is none',
      { urls, webhook: { url: site('/'), headers: { 'a:': '1' } } },
      400,
      /`webhook.headers`: "a:" is not a valid name|`webhook`/,
    ],
    [
      'webhook metadata of a megabyte',
      { urls, webhook: { url: site('/'), metadata: { a: 'x'.repeat(1_000_000) } } },
      400,
      /`webhook.metadata` is larger than 16 KiB/,
    ],
    [
      'webhook metadata with a key of the database driver',
      { urls, webhook: { url: site('/'), metadata: { a: [{ _bsontype: 'Long' }] } } },
      400,
      /`webhook.metadata` may not have a field `_bsontype`/,
    ],
    [
      'arrays nested a thousand deep',
      { urls, webhook: { url: site('/'), metadata: { a: JSON.parse('['.repeat(1_000) + ']'.repeat(1_000)) } } },
      400,
      /The body is nested deeper than 200 levels/,
    ],
    [
      'webhook metadata that is nested too deep for the database',
      { urls, webhook: { url: site('/'), metadata: { a: JSON.parse('['.repeat(60) + ']'.repeat(60)) } } },
      400,
      /`webhook.metadata` is nested deeper than 50 levels/,
    ],
    ['a maxConcurrency of zero', { urls, maxConcurrency: 0 }, 400, /`maxConcurrency`/],
  ])('refuses %s with a reason', async (_, body, status, words) => {
    const answer = await call('/v1/batch/scrape', { body });
    expect(answer.status).toBe(status);
    expect(Object.keys(answer.body)).toEqual(['error']);
    expect(answer.body['error']).toMatch(words);
  });

  it('refuses a list of 100,001 URLs', async () => {
    const many = Array.from({ length: 100_001 }, (_, at) => site(`/${at}`));
    const answer = await callUntilChecked('/v1/batch/scrape', { urls: many });
    expect(answer).toMatchObject({ status: 400 });
    expect(answer.body['error']).toMatch(/`urls` must have at most 100,000 entries/);
  });

  it('refuses a body of 17 MiB', async () => {
    const answer = await call('/v1/batch/scrape', { body: JSON.stringify({ urls: ['x'.repeat(17 * 1024 * 1024)] }) });
    expect(answer).toMatchObject({ status: 413, body: { error: 'The body is larger than 16 MiB.' } });
  });
});

describe('GET /v1/batch/scrape/:id with bad input', () => {
  it.each(['offset=-1', 'offset=1.5', 'offset=abc', 'offset=', 'limit=0', 'limit=101', 'limit=ten', 'limit=1&limit=2'])(
    'refuses ?%s',
    async (query) => {
      const { id } = await createBatch({ urls });
      await waitForJob(id);
      const answer = await call(`/v1/batch/scrape/${id}?${query}`);
      expect(answer.status).toBe(400);
      expect(answer.body['error']).toMatch(/must be a whole number/);
    },
  );

  it.each(['', '/errors', '/results.ndjson', '/events'])('answers 404 for <unknown job>%s', async (path) => {
    const answer = await call(`/v1/batch/scrape/4f1c0f0e-0000-4000-8000-000000000000${path}`);
    expect(answer.status).toBe(404);
    expect(answer.body['error']).toMatch(/There is no job/);
  });
});
