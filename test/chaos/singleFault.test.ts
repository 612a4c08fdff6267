import { beforeEach, describe, expect, it } from 'vitest';
import { getJob } from '../support/batches.ts';
import { call } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { site } from '../support/fixtureSite.ts';
import { waitForStack } from '../support/waitForStack.ts';
import { faultNames, faults, resetStack } from './faults.ts';
import { checkInvariants } from './invariants.ts';
import { mixedUrls, retryWhileUnavailable, startWorkload } from './workload.ts';

describe('a single fault under load', () => {
  beforeEach(resetStack);

  it.each(faultNames)('loses, duplicates and overcharges nothing: %s', async (name) => {
    const workload = await startWorkload();
    try {
      const { id, urls } = await workload.createBatch(mixedUrls(200));
      await eventually(
        'a fifth of the pages is read',
        async () => {
          const { completed, failed } = await getJob(id, '?limit=1', workload.key);
          return completed + failed > urls.length / 5;
        },
        180_000,
      );
      await faults[name]();
      await waitForStack();
      const after = () => call('/v1/scrape', { body: { url: site('/after') } });
      expect(await retryWhileUnavailable(after)).toMatchObject({ status: 200 });
      await workload.stop();
      await checkInvariants(workload);
    } finally {
      await workload.stop();
      await workload.close();
    }
  });
});
