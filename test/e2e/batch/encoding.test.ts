import { gunzipSync } from 'node:zlib';
import { Binary, MongoClient } from 'mongodb';
import { request } from 'undici';
import { describe, expect, inject, it } from 'vitest';
import { createBatch, type Job, waitForJob } from '../../support/batches.ts';
import { api, secretKey } from '../../support/client.ts';
import { site } from '../../support/fixtureSite.ts';

/** As it comes over the wire. */
async function raw(path: string, encoding?: string) {
  const { headers, body } = await request(api() + path, {
    headers: { authorization: `Bearer ${secretKey()}`, ...(encoding && { 'accept-encoding': encoding }) },
  });
  return { headers, bytes: Buffer.from(await body.arrayBuffer()) };
}

describe('results', () => {
  it('are compressed for callers that can read it, and the same for those that cannot', async () => {
    const urls = ['/encoded/1', '/large?kb=1500', '/status?code=500', '/encoded/1', '/encoded/2'].map(site);
    const { id } = await waitForJob((await createBatch({ urls })).id);
    for (const path of [`/v1/batch/scrape/${id}`, `/v1/batch/scrape/${id}/results.ndjson`]) {
      const packed = await raw(path, 'gzip, deflate, br');
      expect(packed.headers).toMatchObject({
        'content-encoding': 'gzip',
        vary: expect.stringMatching('Accept-Encoding'),
      });
      for (const encoding of [undefined, 'identity', 'gzip;q=0', 'br']) {
        const plain = await raw(path, encoding);
        expect(plain.headers['content-encoding']).toBeUndefined();
        expect(plain.bytes.length).toBeGreaterThan(packed.bytes.length);
        expect(plain.bytes.equals(gunzipSync(packed.bytes))).toBe(true);
      }
    }
  });

  it('that an earlier version has stored are still there', async () => {
    const { id } = await waitForJob((await createBatch({ urls: [site('/encoded/3'), site('/encoded/4')] })).id);
    const client = new MongoClient(inject('env')['MONGODB_URI'] ?? '');
    const pages = client.db().collection<{ _id: string; json: Binary }>('pages');
    const packed = (await pages.findOne({ _id: `${id}:0` }))?.json;
    const json = new Binary(gunzipSync(packed?.value() ?? Buffer.alloc(0)));
    await pages.updateOne({ _id: `${id}:0` }, { $set: { json } });
    await client.close();
    for (const encoding of ['gzip', 'identity']) {
      const { bytes } = await raw(`/v1/batch/scrape/${id}`, encoding);
      const { data }: Job = JSON.parse(String(encoding === 'gzip' ? gunzipSync(bytes) : bytes));
      expect(data.map(({ url }) => url)).toEqual([site('/encoded/3'), site('/encoded/4')]);
      expect(data[0]?.markdown).toBeTruthy();
    }
  });
});
