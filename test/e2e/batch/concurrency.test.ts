import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { newAccount } from '../../support/accounts.ts';
import { createBatch, getJob, waitForJob } from '../../support/batches.ts';
import { call } from '../../support/client.ts';
import { eventually } from '../../support/eventually.ts';
import { openRequests, site } from '../../support/fixtureSite.ts';

/** Watches the site until the jobs end. Returns the highest number of pages that were read at the same time. */
async function peakConcurrency(ids: readonly string[], key?: string): Promise<number> {
  let peak = 0;
  async function isRunning() {
    const jobs = await Promise.all(ids.map((id) => getJob(id, '?limit=1', key)));
    return jobs.some(({ status }) => status === 'scraping');
  }
  while (await isRunning()) {
    peak = Math.max(peak, await openRequests());
    await sleep(20);
  }
  return peak;
}

beforeEach(() => eventually('nothing else is being read', async () => (await openRequests()) === 0));

describe('a batch with a maxConcurrency', () => {
  it('reads exactly maxConcurrency pages at a time', async () => {
    const urls = Array.from({ length: 40 }, (_, at) => site(`/slow?ms=200&concurrency=${at}`));
    const { id } = await createBatch({ urls, maxConcurrency: 3 });
    expect(await peakConcurrency([id])).toBe(3);
    expect(await getJob(id)).toMatchObject({ status: 'completed', completed: 40 });
  });

  it('keeps to maxConcurrency when the failed pages are retried', async () => {
    const urls = Array.from({ length: 20 }, (_, at) => site(`/slow?ms=200&code=500&concurrency=${at}`));
    const { id } = await createBatch({ urls, maxConcurrency: 2 });
    expect(await peakConcurrency([id])).toBe(2);
    await call(`/v1/batch/scrape/${id}/retry`, { method: 'POST' });
    expect(await peakConcurrency([id])).toBe(2);
    expect(await getJob(id)).toMatchObject({ total: 20, failed: 20 });
  });
});

describe('several batches of one account', () => {
  const slow = (name: string, count: number) =>
    Array.from({ length: count }, (_, at) => site(`/slow?ms=200&of=${name}&at=${at}`));

  it('together read as many pages at a time as the plan allows', async () => {
    const { key } = await newAccount('three-pages');
    const batches = ['one', 'two', 'three'].map((name) => createBatch({ urls: slow(`${key}-${name}`, 20) }, { key }));
    const ids = (await Promise.all(batches)).map(({ id }) => id);
    expect(await peakConcurrency(ids, key)).toBe(3);
    for (const id of ids) expect(await getJob(id, '', key)).toMatchObject({ status: 'completed', failed: 0 });
  });

  it('share the plan’s pages, so that a short batch ends before a long one', async () => {
    const { key } = await newAccount('three-pages');
    const long = await createBatch({ urls: slow(key, 100) }, { key });
    const short = await createBatch({ urls: slow(`${key}-short`, 6) }, { key });
    await waitForJob(short.id, 60_000, key);
    expect(await getJob(long.id, '?limit=1', key)).toMatchObject({ status: 'scraping' });
    await call(`/v1/batch/scrape/${long.id}`, { method: 'DELETE', key });
  });
});
