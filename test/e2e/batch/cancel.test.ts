import { describe, expect, it } from 'vitest';
import { newAccount } from '../../support/accounts.ts';
import { createBatch, getJob, waitForJob } from '../../support/batches.ts';
import { call, creditsUsed } from '../../support/client.ts';
import { eventually } from '../../support/eventually.ts';
import { openRequests, site } from '../../support/fixtureSite.ts';

describe('DELETE /v1/batch/scrape/:id', () => {
  it('stops the batch at once, keeps the pages already read and charges only for those', async () => {
    const { key } = await newAccount();
    // The quick pages have a host of their own, because the slow pages take every slot of theirs.
    const quick = [0, 1, 2].map((at) => `http://quick.site.example/${at}`);
    const urls = [...quick, ...Array.from({ length: 197 }, (_, at) => site(`/slow?ms=60000&at=${at}`))];
    const { id } = await createBatch({ urls }, { key });
    await eventually('some pages are read', async () => (await getJob(id, '', key)).completed === 3);
    const { status, body } = await call(`/v1/batch/scrape/${id}`, { method: 'DELETE', key });
    expect({ status, body }).toMatchObject({ status: 200, body: { status: 'cancelled', total: 200, completed: 3 } });
    expect(await getJob(id, '', key)).toMatchObject({ status: 'cancelled', completed: 3, creditsUsed: 3 });
    await eventually('the credits are settled', async () => (await creditsUsed({ key })) === 3);
    await eventually('no page is being read any more', async () => (await openRequests()) === 0);
  });

  it('changes nothing when the batch is already cancelled', async () => {
    const { id } = await createBatch({ urls: [site('/slow?ms=20000')] });
    await call(`/v1/batch/scrape/${id}`, { method: 'DELETE' });
    expect(await call(`/v1/batch/scrape/${id}`, { method: 'DELETE' })).toMatchObject({
      status: 200,
      body: { status: 'cancelled' },
    });
  });

  it('answers 409 for a batch that has ended', async () => {
    const { id } = await waitForJob((await createBatch({ urls: [site('/done')] })).id);
    expect(await call(`/v1/batch/scrape/${id}`, { method: 'DELETE' })).toMatchObject({
      status: 409,
      body: { error: 'The job has already ended: it is completed.' },
    });
  });
});
