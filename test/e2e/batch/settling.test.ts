import { describe, expect, it } from 'vitest';
import { decompress } from '../../../storage/concatenableGzip.ts';
import { newAccount } from '../../support/accounts.ts';
import { newJob, openStackStorage } from '../../support/storage.ts';

function settledPage(index: number) {
  const url = `http://site.example/${index}`;
  return { index, outcome: 'completed' as const, item: { url, markdown: 'text', metadata: { sourceURL: url } } };
}

describe('a page that is settled more than once', () => {
  it('counts once, whether it is repeated later, in the same call or at the same moment', async () => {
    const storage = openStackStorage();
    const { account } = await newAccount();
    const job = await storage.batches.open(newJob(account), { allowance: null });
    const settle = (...indexes: number[]) => storage.batches.settle(job, indexes.map(settledPage));

    await settle(0);
    await settle(0, 1, 1, 2);
    await Promise.all([settle(3, 4), settle(4, 3), settle(3, 4, 5, 5)]);
    expect(await storage.jobs.find(job._id)).toMatchObject({ completed: 6, failed: 0, creditsUsed: 6 });
    const { items } = (await storage.batches.view(job._id, account, { offset: 0, limit: 100 })) ?? {};
    const read = await Promise.all((items ?? []).map(async (item) => JSON.parse(String(await decompress(item))).url));
    expect(read).toEqual([0, 1, 2, 3, 4, 5].map((at) => settledPage(at).item.url));

    await storage.batches.finish(job._id, 0);
    await storage.close();
  });
});
