import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { newAccount } from '../../support/accounts.ts';
import { createBatch, getJob, waitForJob } from '../../support/batches.ts';
import { call } from '../../support/client.ts';
import { eventually } from '../../support/eventually.ts';
import { openRequests, site } from '../../support/fixtureSite.ts';

/** The most pages that the site was asked for at a time until the jobs ended. */
async function mostAtOnce(ids: readonly string[], key?: string): Promise<number> {
  let most = 0;
  async function running() {
    const jobs = await Promise.all(ids.map((id) => getJob(id, '?limit=1', key)));
    return jobs.some(({ status }) => status === 'scraping');
  }
  while (await running()) {
    most = Math.max(most, await openRequests());
    await sleep(20);
  }
  return most;
}

beforeEach(() => eventually('nothing else is being read', async () => (await openRequests()) === 0));

describe('a batch with a maxConcurrency', () => {
  it('reads that many pages at a time, and never more', async () => {
    const urls = Array.from({ length: 40 }, (_, at) => site(`/slow?ms=200&concurrency=${at}`));
    const { id } = await createBatch({ urls, maxConcurrency: 3 });
    expect(await mostAtOnce([id])).toBe(3);
    expect(await getJob(id)).toMatchObject({ status: 'completed', completed: 40 });
  });

  it('keeps to it when its failed pages are asked for again', async () => {
    const urls = Array.from({ length: 20 }, (_, at) => site(`/slow?ms=200&code=500&concurrency=${at}`));
    const { id } = await createBatch({ urls, maxConcurrency: 2 });
    expect(await mostAtOnce([id])).toBe(2);
    await call(`/v1/batch/scrape/${id}/retry`, { method: 'POST' });
    expect(await mostAtOnce([id])).toBe(2);
    expect(await getJob(id)).toMatchObject({ total: 20, failed: 20 });
  });
});

describe('several batches of one account', () => {
  const slow = (name: string, count: number) =>
    Array.from({ length: count }, (_, at) => site(`/slow?ms=200&of=${name}&at=${at}`));

  it('read together as many pages at a time as its plan allows', async () => {
    const { key } = await newAccount('narrow');
    const batches = ['one', 'two', 'three'].map((name) => createBatch({ urls: slow(`${key}-${name}`, 20) }, { key }));
    const ids = (await Promise.all(batches)).map(({ id }) => id);
    expect(await mostAtOnce(ids, key)).toBe(3);
    for (const id of ids) expect(await getJob(id, '', key)).toMatchObject({ status: 'completed', failed: 0 });
  });

  it('get on side by side: a short one does not wait for the end of a long one', async () => {
    const { key } = await newAccount('narrow');
    const long = await createBatch({ urls: slow(key, 100) }, { key });
    const short = await createBatch({ urls: slow(`${key}-short`, 6) }, { key });
    await waitForJob(short.id, 60_000, key);
    expect(await getJob(long.id, '?limit=1', key)).toMatchObject({ status: 'scraping' });
    await call(`/v1/batch/scrape/${long.id}`, { method: 'DELETE', key });
  });
});
