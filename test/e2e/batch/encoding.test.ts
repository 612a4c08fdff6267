import { gunzipSync } from 'node:zlib';
import { Binary, MongoClient } from 'mongodb';
import { request } from 'undici';
import { describe, expect, it } from 'vitest';
import { createBatch, type Job, waitForJob } from '../../support/batches.ts';
import { api, secretKey } from '../../support/client.ts';
import { site } from '../../support/fixtureSite.ts';
import { stackEnv } from '../../support/stackEnv.ts';

/** The bytes of an answer as sent, without decompression. */
async function fetchRaw(path: string, encoding?: string) {
  const { headers, body } = await request(api() + path, {
    headers: { authorization: `Bearer ${secretKey()}`, ...(encoding && { 'accept-encoding': encoding }) },
  });
  return { headers, bytes: Buffer.from(await body.arrayBuffer()) };
}

describe('the results of a batch', () => {
  it('are compressed for callers that accept gzip, and have the same content for callers that do not', async () => {
    const urls = ['/encoded/1', '/large?kb=1500', '/status?code=500', '/encoded/1', '/encoded/2'].map(site);
    const { id } = await waitForJob((await createBatch({ urls })).id);
    const status = `/v1/batch/scrape/${id}`;
    for (const path of [status, `${status}/results.ndjson`]) {
      const packed = await fetchRaw(path, 'gzip, deflate, br');
      expect(packed.headers).toMatchObject({
        'content-encoding': 'gzip',
        vary: expect.stringMatching('Accept-Encoding'),
      });
      for (const encoding of [undefined, 'identity', 'gzip;q=0', 'br']) {
        const plain = await fetchRaw(path, encoding);
        expect(plain.headers['content-encoding']).toBeUndefined();
        expect(plain.bytes.length).toBeGreaterThan(packed.bytes.length);
        expect(plain.bytes.equals(gunzipSync(packed.bytes))).toBe(true);
      }
    }
    for (const encoding of ['gzip', 'identity']) {
      const { headers, bytes } = await fetchRaw(status, encoding);
      expect(headers['content-length']).toBe(String(bytes.length));
    }
  });

  it('can be read when an earlier version stored them uncompressed', async () => {
    const { id } = await waitForJob((await createBatch({ urls: [site('/encoded/3'), site('/encoded/4')] })).id);
    const client = new MongoClient(stackEnv('MONGODB_URI'));
    const pages = client.db().collection<{ _id: string; json: Binary }>('pages');
    const packed = (await pages.findOne({ _id: `${id}:0` }))?.json;
    const json = new Binary(gunzipSync(packed?.value() ?? Buffer.alloc(0)));
    await pages.updateOne({ _id: `${id}:0` }, { $set: { json } });
    await client.close();
    for (const encoding of ['gzip', 'identity']) {
      const { bytes } = await fetchRaw(`/v1/batch/scrape/${id}`, encoding);
      const { data }: Job = JSON.parse(String(encoding === 'gzip' ? gunzipSync(bytes) : bytes));
      expect(data.map(({ url }) => url)).toEqual([site('/encoded/3'), site('/encoded/4')]);
      expect(data[0]?.markdown).toBeTruthy();
    }
  });
});
