import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../eventually.ts';
import { createBatch, getJob } from './batches.ts';
import { answering, call, site } from './client.ts';

/** The most pages that the site was asked for at a time until the job ended. */
async function mostAtOnce(id: string): Promise<number> {
  let most = 0;
  while ((await getJob(id)).status === 'scraping') {
    most = Math.max(most, await answering());
    await sleep(20);
  }
  return most;
}

describe('a batch with a maxConcurrency', () => {
  beforeEach(() => eventually('nothing else is being read', async () => (await answering()) === 0));

  it('reads that many pages at a time, and never more', async () => {
    const urls = Array.from({ length: 40 }, (_, at) => site(`/slow?ms=200&concurrency=${at}`));
    const { id } = await createBatch({ urls, maxConcurrency: 3 });
    expect(await mostAtOnce(id)).toBe(3);
    expect(await getJob(id)).toMatchObject({ status: 'completed', completed: 40 });
  });

  it('keeps to it when its failed pages are asked for again', async () => {
    const urls = Array.from({ length: 20 }, (_, at) => site(`/slow?ms=200&code=500&concurrency=${at}`));
    const { id } = await createBatch({ urls, maxConcurrency: 2 });
    expect(await mostAtOnce(id)).toBe(2);
    await call(`/v1/batch/scrape/${id}/retry`, { method: 'POST' });
    expect(await mostAtOnce(id)).toBe(2);
    expect(await getJob(id)).toMatchObject({ total: 20, failed: 20 });
  });
});
