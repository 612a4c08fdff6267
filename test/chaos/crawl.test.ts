import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { newAccount } from '../support/accounts.ts';
import { allItems, type Job, waitForJob } from '../support/batches.ts';
import { call } from '../support/client.ts';
import { settledCredits } from '../support/credits.ts';
import { eventually } from '../support/eventually.ts';
import { crawled } from '../support/site/crawled.ts';
import { waitForStack } from '../support/waitForStack.ts';
import { type Fault, faults, resetStack } from './faults.ts';
import { retryWhileUnavailable } from './workload.ts';

const size = 2_000;

/** Each strikes while the crawl is on its way, after so many pages. */
const strikes: readonly [pages: number, fault: Fault][] = [
  [150, 'the fetch worker is killed'],
  [450, 'the flow worker is killed'],
  [750, 'MongoDB is killed'],
  [1_050, 'Temporal is killed'],
  [1_350, 'the gateway is killed'],
];

describe('a crawl of 2,000 pages full of cross-links', () => {
  beforeEach(resetStack);

  it('settles each page once and charges it once, whatever is killed meanwhile', async () => {
    const { account, key } = await newAccount();
    const body = { url: crawled(`mesh-${size}`), scrapeOptions: { formats: ['markdown'] } };
    const headers = { 'idempotency-key': randomUUID() };
    const created = await retryWhileUnavailable(() => call<{ id: string }>('/v1/crawl', { body, key, headers }));
    expect(created.status, JSON.stringify(created.body)).toBe(200);
    const { id } = created.body;
    for (const [pages, fault] of strikes) {
      await eventually(`${pages} pages are read`, async () => (await settledPages(id, key)) >= pages);
      await faults[fault]();
    }
    await waitForStack();
    const job = await waitForJob(id, 300_000, key);
    expect(job).toMatchObject({ status: 'completed', total: size, completed: size, failed: 0, creditsUsed: size });
    const urls = (await allItems(id, key)).map(({ url }) => url);
    expect(urls).toHaveLength(size);
    expect(new Set(urls).size).toBe(size);
    expect(await settledCredits(account)).toBe(size);
  });
});

async function settledPages(id: string, key: string): Promise<number> {
  const poll = () => call<Job>(`/v1/crawl/${id}?limit=1`, { key });
  const { completed, failed } = (await retryWhileUnavailable(poll)).body;
  return completed + failed;
}
