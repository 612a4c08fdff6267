import { MongoClient } from 'mongodb';
import { describe, expect, it } from 'vitest';
import type { Job } from '../../../storage/jobs.ts';
import { newAccount } from '../../support/accounts.ts';
import { createBatch, waitForJob } from '../../support/batches.ts';
import { call } from '../../support/client.ts';
import { site } from '../../support/fixtureSite.ts';
import { stackEnv } from '../../support/stackEnv.ts';

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
    const client = new MongoClient(stackEnv('MONGODB_URI'));
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
