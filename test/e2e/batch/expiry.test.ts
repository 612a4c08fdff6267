import { describe, expect, it } from 'vitest';
import { newAccount } from '../../support/accounts.ts';
import { createBatch, getJob, waitForJob } from '../../support/batches.ts';
import { call } from '../../support/client.ts';
import { settledCredits } from '../../support/credits.ts';
import { eventually } from '../../support/eventually.ts';
import { expireJob, firstExpiryMs } from '../../support/expiry.ts';
import { site } from '../../support/fixtureSite.ts';
import { heldTimeoutMs, startHeldSite } from '../../support/heldSite.ts';

const paths = ['', '/errors', '/results.ndjson', '/events'];
const hourMs = 60 * 60 * 1000;

describe('a batch job', () => {
  it('does not exist for another account', async () => {
    const { id } = await waitForJob((await createBatch({ urls: [site('/mine')] })).id);
    const { key } = await newAccount();
    for (const path of paths) expect((await call(`/v1/batch/scrape/${id}${path}`, { key })).status).toBe(404);
    expect((await call(`/v1/batch/scrape/${id}`, { key, method: 'DELETE' })).status).toBe(404);
    expect((await call(`/v1/batch/scrape/${id}/retry`, { key, method: 'POST' })).status).toBe(404);
    expect((await call<{ data: unknown[] }>('/v1/batch/scrape', { key })).body.data).toEqual([]);
  });

  it('does not exist any more after 24 hours', async () => {
    const { id } = await waitForJob((await createBatch({ urls: [site('/old')] })).id);
    await expireJob(id);
    for (const path of paths) {
      const { status, body } = await call(`/v1/batch/scrape/${id}${path}`);
      expect({ status, body }).toMatchObject({ status: 404, body: { error: expect.stringContaining('24 hours') } });
    }
  });

  it('that runs past its 24 hours is kept until it has ended, and then for a day', async () => {
    const held = await startHeldSite({ isHeld: (path) => path !== '/0' });
    try {
      const urls = Array.from({ length: 30 }, (_, at) => held.page(`/${at}`));
      const { account, key } = await newAccount();
      // Few at a time, so that most of them are begun when the job has expired.
      const { id } = await createBatch({ urls, maxConcurrency: 5, timeout: heldTimeoutMs }, { key });
      await eventually('some pages are settled', async () => (await getJob(id, '', key)).completed > 0);
      await expireJob(id, -1, hourMs);
      expect((await getJob(id, '', key)).status).toBe('scraping');
      held.release();
      const job = await waitForJob(id, undefined, key);
      expect(job).toMatchObject({ status: 'completed', completed: 30, creditsUsed: 30 });
      await eventually('all of it is kept for a day', async () => (await firstExpiryMs(id)) > 23 * hourMs);
      expect(Date.parse((await getJob(id, '', key)).expiresAt) - Date.now()).toBeGreaterThan(23 * hourMs);
      expect(await settledCredits(account)).toBe(30);
    } finally {
      await held.close();
    }
  });
});
