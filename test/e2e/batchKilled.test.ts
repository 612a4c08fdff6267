import { describe, expect, it } from 'vitest';
import { eventually } from '../eventually.ts';
import { newAccount } from './accounts.ts';
import { allItems, createBatch, ended, getJob } from './batches.ts';
import { call, killPart, site } from './client.ts';

const total = 400;

describe('a batch whose workers are killed in the middle', () => {
  it('settles every URL exactly once and charges what worked', async () => {
    const { key } = await newAccount();
    const urls = Array.from({ length: total }, (_, at) =>
      site(at % 10 === 9 ? `/status?code=500&at=${at}` : `/slow?ms=150&killed=${at}`),
    );
    const { id } = await createBatch({ urls }, { key });
    for (const [part, share] of [
      ['worker-fetch', 0.2],
      ['worker-flow', 0.4],
      ['worker-fetch', 0.6],
    ] as const) {
      await eventually(`${share} of the pages are settled`, async () => {
        const { completed, failed, total: all } = await getJob(id, '?limit=1', key);
        expect(completed + failed).toBeLessThanOrEqual(all);
        return completed + failed >= share * total;
      });
      await killPart(part);
    }
    const job = await ended(id, 120_000, key);
    expect(job).toMatchObject({ status: 'completed', total, completed: 360, failed: 40, creditsUsed: 360 });
    const items = await allItems(id, key);
    expect(items.map((item) => item.url)).toEqual(urls);
    expect(items.filter((item) => item.error === undefined)).toHaveLength(360);
    expect((await call<{ used: number }>('/v1/credits', { key })).body.used).toBe(360);
  }, 180_000);
});
