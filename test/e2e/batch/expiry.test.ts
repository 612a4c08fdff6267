import { MongoClient } from 'mongodb';
import { describe, expect, inject, it } from 'vitest';
import type { Job } from '../../../storage/jobs.ts';
import { newAccount } from '../../support/accounts.ts';
import { createBatch, waitForJob } from '../../support/batches.ts';
import { call } from '../../support/client.ts';
import { site } from '../../support/fixtureSite.ts';

const paths = ['', '/errors', '/results.ndjson', '/events'];

describe('a job that is not there for the caller', () => {
  it("because it is another account's", async () => {
    const { id } = await waitForJob((await createBatch({ urls: [site('/mine')] })).id);
    const { key } = await newAccount();
    for (const path of paths) expect((await call(`/v1/batch/scrape/${id}${path}`, { key })).status).toBe(404);
    expect((await call(`/v1/batch/scrape/${id}`, { key, method: 'DELETE' })).status).toBe(404);
    expect((await call(`/v1/batch/scrape/${id}/retry`, { key, method: 'POST' })).status).toBe(404);
    expect((await call<{ data: unknown[] }>('/v1/batch/scrape', { key })).body.data).toEqual([]);
  });

  it('because its day is over', async () => {
    const { id } = await waitForJob((await createBatch({ urls: [site('/old')] })).id);
    const client = new MongoClient(inject('env')['MONGODB_URI'] ?? '');
    await client
      .db()
      .collection<Job>('jobs')
      .updateOne({ _id: id }, { $set: { expiresAt: new Date(Date.now() - 1) } });
    await client.close();
    for (const path of paths) {
      const { status, body } = await call(`/v1/batch/scrape/${id}${path}`);
      expect({ status, body }).toMatchObject({ status: 404, body: { error: expect.stringContaining('24 hours') } });
    }
  });
});
