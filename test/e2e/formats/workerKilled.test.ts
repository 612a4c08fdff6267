import { describe, expect, it } from 'vitest';
import { newAccount } from '../../support/accounts.ts';
import { allItems, createBatch, getJob, waitForJob } from '../../support/batches.ts';
import { creditsUsed } from '../../support/client.ts';
import { eventually } from '../../support/eventually.ts';
import { site } from '../../support/fixtureSite.ts';
import { killProcess } from '../../support/stackProcesses.ts';

const schema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
/** Each page: 1, 4 more for its data, 4 more for its branding; nothing for a summary without a language model. */
const price = 9;
const total = 24;

describe('pages in derived formats whose workers are killed', () => {
  it('are all there once, each with all of its formats, and cost what they should', async () => {
    const { key } = await newAccount();
    const urls = Array.from({ length: total }, (_, at) => site(`/product?derived=${at}`));
    const formats = ['markdown', 'summary', 'branding', { type: 'json', schema }];
    // After each kill, the pages begin together in a browser that has just started.
    const { id } = await createBatch({ urls, formats, timeout: 120_000 }, { key });
    for (const [part, share] of [
      ['worker-browser', 0.2],
      ['worker-flow', 0.4],
      ['worker-browser', 0.6],
    ] as const) {
      await eventually(`${share} of the pages are settled`, async () => {
        return (await getJob(id, '?limit=1', key)).completed >= share * total;
      });
      await killProcess(part);
    }
    const job = await waitForJob(id, 200_000, key);
    expect(job).toMatchObject({ status: 'completed', total, completed: total, failed: 0, creditsUsed: total * price });
    const items = await allItems(id, key);
    expect(items.map((item) => item.url)).toEqual(urls);
    for (const item of items)
      expect(item).toMatchObject({
        json: { name: 'Brass lantern' },
        summary: expect.any(String),
        branding: { confidence: expect.any(Object) },
        metadata: { creditsUsed: price },
      });
    expect(await creditsUsed({ key })).toBe(total * price);
  }, 600_000);
});
