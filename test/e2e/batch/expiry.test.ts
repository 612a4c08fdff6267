import { describe, expect, it } from 'vitest';
import { newAccount } from '../../support/accounts.ts';
import { createBatch, getJob, waitForJob } from '../../support/batches.ts';
import { call, creditsUsed } from '../../support/client.ts';
import { withDatabase } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { expireJob } from '../../support/expiry.ts';
import { site } from '../../support/fixtureSite.ts';

const paths = ['', '/errors', '/results.ndjson', '/events'];

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
    const urls = Array.from({ length: 30 }, (_, at) => site(`/slow?ms=${1000 + at}`));
    const { key } = await newAccount();
    const { id } = await createBatch({ urls, maxConcurrency: 5 }, { key });
    await eventually('some pages are settled', async () => (await getJob(id, '', key)).completed > 0);
    await expireJob(id);
    expect((await getJob(id, '', key)).status).toBe('scraping');
    const job = await waitForJob(id, 60_000, key);
    expect(job).toMatchObject({ status: 'completed', completed: 30, creditsUsed: 30 });
    const left = () => getJob(id, '', key).then(({ expiresAt }) => Date.parse(expiresAt) - Date.now());
    await eventually('it is kept for a day', async () => (await left()) > 23 * 60 * 60 * 1000);
    expect(await creditsUsed({ key })).toBe(30);
    const first = await withDatabase((db) => db.collection('pages').find({ job: id }).sort({ expiresAt: 1 }).next());
    expect(first?.['expiresAt'].getTime() - Date.now()).toBeGreaterThan(11 * 60 * 60 * 1000);
  });
});
