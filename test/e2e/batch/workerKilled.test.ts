import { MongoClient } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { newAccount } from '../../support/accounts.ts';
import { allItems, createBatch, getJob, waitForJob } from '../../support/batches.ts';
import { creditsUsed } from '../../support/client.ts';
import { eventually } from '../../support/eventually.ts';
import { site } from '../../support/fixtureSite.ts';
import { stackEnv } from '../../support/stackEnv.ts';
import { killProcess } from '../../support/stackProcesses.ts';

/** Set BATCH_PAGES=2000 for a longer run. */
const total = Number(process.env['BATCH_PAGES'] ?? 400);

function isFailing(at: number) {
  return at % 10 === 9;
}

/** A mix of static, slow, script-built and failing pages. */
function pageAt(at: number) {
  if (isFailing(at)) return `/status?code=500&at=${at}`;
  if (at % 50 === 0) return `/script?killed=${at}`;
  return at % 2 === 0 ? `/slow?ms=150&killed=${at}` : `/static/${at}`;
}

describe('a batch whose workers are killed', () => {
  it('settles every URL exactly once and charges only for pages that were read', async () => {
    const { key } = await newAccount();
    const urls = Array.from({ length: total }, (_, at) => site(pageAt(at)));
    const failed = urls.filter((_, at) => isFailing(at)).length;
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
      await killProcess(part);
    }
    const job = await waitForJob(id, 300_000, key);
    expect(job).toMatchObject({
      status: 'completed',
      total,
      completed: total - failed,
      failed,
      creditsUsed: total - failed,
    });
    const items = await allItems(id, key);
    expect(items.map((item) => item.url)).toEqual(urls);
    expect(items.filter((item) => item.error === undefined)).toHaveLength(total - failed);
    expect(await creditsUsed({ key })).toBe(total - failed);
  }, 600_000);

  it('is blocked for at most 10 s by the open transaction of a killed worker', async () => {
    const client = new MongoClient(stackEnv('MONGODB_URI'));
    const limit = await client.db('admin').command({ getParameter: 1, transactionLifetimeLimitSeconds: 1 });
    await client.close();
    // MongoDB holds the dead worker's locks on the job for this long. Its default is a minute.
    expect(limit['transactionLifetimeLimitSeconds']).toBeLessThanOrEqual(10);
  });
});
