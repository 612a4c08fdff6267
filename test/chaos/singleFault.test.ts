import { beforeEach, describe, expect, it } from 'vitest';
import { getJob } from '../support/batches.ts';
import { call } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { site } from '../support/fixtureSite.ts';
import { faultNames, faults, resetStack, waitForRecovery } from './faults.ts';
import { checkInvariants } from './invariants.ts';
import { mixedUrls, startWorkload } from './workload.ts';

describe('one fault in the middle of everything', () => {
  beforeEach(resetStack);

  it.each(faultNames)('%s, and nothing is lost, doubled or charged twice', async (name) => {
    const callers = await startWorkload();
    try {
      const { id, urls } = await callers.createBatch(mixedUrls(200));
      await eventually('a fifth is read', async () => {
        const { completed, failed } = await getJob(id, '?limit=1', callers.key);
        return completed + failed > urls.length / 5;
      });
      await faults[name]();
      await waitForRecovery();
      expect(await call('/v1/scrape', { body: { url: site('/after') } })).toMatchObject({
        status: 200,
      });
      await callers.stop();
      await checkInvariants(callers);
    } finally {
      await callers.stop();
      await callers.close();
    }
  });
});
