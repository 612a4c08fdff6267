import { describe, expect, it } from 'vitest';
import { createBatch, waitForJob } from '../../support/batches.ts';
import { call } from '../../support/client.ts';
import { site } from '../../support/fixtureSite.ts';
import { heldTimeoutMs, startHeldSite } from '../../support/heldSite.ts';

describe('POST /v1/batch/scrape/:id/retry', () => {
  it('reads the failed URLs again within the same job', async () => {
    let isMended = false;
    const failing = await startHeldSite({
      isHeld: () => isMended,
      statusOf: (path) => (path === '/gone' ? 410 : isMended ? 200 : 500),
    });
    try {
      const urls = [site('/fine'), failing.page('/flaky'), failing.page('/gone')];
      const first = await waitForJob((await createBatch({ urls, timeout: heldTimeoutMs })).id);
      expect(first).toMatchObject({ completed: 1, failed: 2, creditsUsed: 1 });

      isMended = true;
      const { status, body } = await call(`/v1/batch/scrape/${first.id}/retry`, { method: 'POST' });
      expect({ status, body }).toMatchObject({
        status: 200,
        body: { id: first.id, status: 'scraping', total: 3, completed: 1, failed: 0 },
      });
      failing.release();
      const second = await waitForJob(first.id);
      expect(second).toMatchObject({ status: 'completed', total: 3, completed: 2, failed: 1, creditsUsed: 2 });
      expect(second.data.map((item) => item.url)).toEqual(urls);
      expect(second.data[1]).not.toHaveProperty('error');
    } finally {
      await failing.close();
    }
  });

  it('answers 409 when no page has failed', async () => {
    const { id } = await waitForJob((await createBatch({ urls: [site('/fine')] })).id);
    expect((await call(`/v1/batch/scrape/${id}/retry`, { method: 'POST' })).status).toBe(409);
  });

  it('answers 409 while the job is running', async () => {
    const { id } = await createBatch({ urls: [site('/slow?ms=20000')] });
    expect((await call(`/v1/batch/scrape/${id}/retry`, { method: 'POST' })).status).toBe(409);
    await call(`/v1/batch/scrape/${id}`, { method: 'DELETE' });
  });
});
