import { describe, expect, it } from 'vitest';
import { newUser } from '../../support/accounts.ts';
import { createBatch, waitForJob } from '../../support/batches.ts';
import { callUntilChecked } from '../../support/callUntilChecked.ts';
import { signInAs } from '../../support/dashboardClient.ts';
import { site } from '../../support/fixtureSite.ts';

const url = site('/a');
function times<T>(count: number, make: (at: number) => T): T[] {
  return Array.from({ length: count }, (_, at) => make(at));
}

describe('a body that is slow to check', () => {
  it.each([
    [
      '/v1/extract',
      'a schema of 5,000 numbers',
      { url, schema: { properties: { ...times(5_000, (at) => at) } } },
      'schema',
    ],
    [
      '/v1/extract',
      'a schema of 3,000 unknown types',
      { url, schema: { allOf: times(3_000, () => ({ type: 'x' })) } },
      'schema.allOf.0',
    ],
    ['/v1/scrape', 'a million empty lists', `[${'[],'.repeat(300_000)}1]`, 'more than 150,000 values'],
    ['/v1/batch/scrape', '16 MB of open brackets', '['.repeat(16 * 1024 * 1024), 'nested deeper than 200 levels'],
    [
      '/v1/batch/scrape',
      'a million fields',
      `{${times(1_000_000, (at) => `"k${at}":0`).join()}}`,
      'more than 150,000 values',
    ],
    [
      '/v1/batch/scrape',
      '100,001 URLs',
      { urls: times(100_001, () => url) },
      '`urls` must have at most 100,000 entries',
    ],
    [
      '/v1/batch/scrape',
      '10 MB of metadata',
      { urls: [url], webhook: { url, metadata: { a: 'a'.repeat(10_000_000) } } },
      'larger than 16 KiB',
    ],
  ])('is refused by %s with 400 for %s', async (path, _, body, words) => {
    const { status, body: answer } = await callUntilChecked(path, body);
    expect({ status, answer }).toEqual({ status: 400, answer: { error: expect.stringContaining(words) } });
  });
});

describe('a page that may be slow to render', () => {
  it('is shown in the dashboard, rendered or with a word that it takes too long', async () => {
    const user = await newUser('unlimited');
    const { id } = await createBatch({ urls: [site('/repeated?text=a.a.a.@&kb=2000')] }, { key: user.secretKey });
    await waitForJob(id, undefined, user.secretKey);
    const { status, html } = await (await signInAs(user)).get(`/jobs/${id}/items/0`);
    // Not the page itself, which would fill the screen if this failed.
    const shown = [/class="prose"|takes too long to render/, /more characters/].map((words) => words.test(html));
    expect({ status, shown }).toEqual({ status: 200, shown: [true, true] });
  });
});
