import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { eventually } from '../eventually.ts';
import { createBatch, getJob } from './batches.ts';
import { answering, site } from './client.ts';

it('a batch never reads more pages at a time than its maxConcurrency, and that many', async () => {
  await eventually('nothing else is being read', async () => (await answering()) === 0);
  const urls = Array.from({ length: 60 }, (_, at) => site(`/slow?ms=200&concurrency=${at}`));
  const { id } = await createBatch({ urls, maxConcurrency: 3 });
  const seen: number[] = [];
  while ((await getJob(id)).status === 'scraping') {
    seen.push(await answering());
    await sleep(20);
  }
  expect(Math.max(...seen)).toBe(3);
  expect(await getJob(id)).toMatchObject({ status: 'completed', completed: 60 });
});
