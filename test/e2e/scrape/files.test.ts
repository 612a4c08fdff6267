import { Binary, MongoClient } from 'mongodb';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compress, decompress } from '../../../storage/concatenableGzip.ts';
import { pagesBucket } from '../../../storage/objectStore.ts';
import type { PageRecord } from '../../../storage/pageRecord.ts';
import { createBatch, waitForJob } from '../../support/batches.ts';
import { call } from '../../support/client.ts';
import { site } from '../../support/fixtureSite.ts';
import { stackEnv } from '../../support/stackEnv.ts';

interface Item {
  screenshot: string;
}

async function scrape(path: string, options: object = {}): Promise<URL> {
  const body = { url: site(path), formats: ['screenshot'], ...options };
  return new URL((await call<{ data: Item }>('/v1/scrape', { body })).body.data.screenshot);
}

/** The job in the address of a file. */
function jobOf({ pathname }: URL): string {
  return pathname.split('/')[3] ?? '';
}

describe('a screenshot', () => {
  const client = new MongoClient(stackEnv('MONGODB_URI'));
  const records = client.db().collection<PageRecord>('pages');
  let address: URL;
  let png: Buffer;
  beforeAll(async () => {
    address = await scrape('/pictured');
    png = Buffer.from(await (await fetch(address)).arrayBuffer());
  });
  afterAll(() => client.close());

  it('is fetched from our own address, without a key, with its type', async () => {
    expect(address.origin).toBe(`http://localhost:${stackEnv('PORT')}`);
    expect(address.pathname).toMatch(/^\/v1\/files\//);
    expect((await sharp(png).metadata()).format).toBe('png');
    const { status, headers } = await fetch(address);
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(png.length),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'accept-ranges': 'bytes',
      'cache-control': 'private, max-age=3600',
    });
  });

  it('answers HEAD, ranges and conditional requests', async () => {
    const head = await fetch(address, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(png.length)]);
    const range = (value: string) => fetch(address, { headers: { range: value } });
    for (const [value, expected] of [
      ['bytes=10-29', png.subarray(10, 30)],
      ['bytes=-20', png.subarray(-20)],
      [`bytes=${png.length - 5}-`, png.subarray(-5)],
    ] as const) {
      const answer = await range(value);
      expect(answer.status).toBe(206);
      expect(answer.headers.get('content-range')).toMatch(new RegExp(`^bytes \\d+-\\d+/${png.length}$`));
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(expected);
    }
    const outside = await range(`bytes=${png.length}-`);
    expect([outside.status, outside.headers.get('content-range')]).toEqual([416, `bytes */${png.length}`]);
    const etag = head.headers.get('etag') ?? '';
    // Without a Cache-Control of its own, fetch() would add `no-cache` to a conditional request.
    const conditional = { 'if-none-match': etag, 'cache-control': 'max-age=0' };
    expect((await fetch(address, { headers: conditional })).status).toBe(304);
    const stale = await fetch(address, { headers: { range: 'bytes=0-1', 'if-range': '"another"' } });
    expect(stale.status).toBe(200);
  });

  it('answers 403 to a signature that is missing, changed, or of another file', async () => {
    const other = await scrape('/pictured-too');
    const signature = address.searchParams.get('signature') ?? '';
    const wrong = (change: (url: URL) => void) => {
      const url = new URL(address);
      change(url);
      return url;
    };
    for (const url of [
      wrong(({ searchParams }) => searchParams.delete('signature')),
      wrong(({ searchParams }) => searchParams.set('signature', `${signature.slice(0, -2)}AA`)),
      wrong(({ searchParams }) => searchParams.append('signature', signature)),
      wrong(({ searchParams }) => searchParams.set('signature', other.searchParams.get('signature') ?? '')),
      wrong((changed) => {
        changed.pathname = changed.pathname.replace('/0/', '/1/');
      }),
    ]) {
      const { status, body } = await call(url.href, { key: null });
      expect([status, body]).toEqual([403, { error: expect.stringContaining('not signed') }]);
    }
    expect((await fetch(address, { method: 'POST' })).status).toBe(405);
  });

  it('is gone with its result, while a later result that was answered from it keeps it', async () => {
    const original = await scrape('/pictured-once');
    const copy = await scrape('/pictured-once', { maxAge: 600_000 });
    expect(jobOf(copy)).not.toBe(jobOf(original));
    await records.updateOne({ job: jobOf(original) }, { $set: { expiresAt: new Date(Date.now() - 1_000) } });
    const { status, body } = await call(original.href, { key: null });
    expect([status, body]).toEqual([404, { error: expect.stringContaining('expired') }]);
    expect((await fetch(copy)).status).toBe(200);
  });

  it('of a batch is fetched from our own address, also if an earlier version stored that of the object store', async () => {
    const { id } = await createBatch({ urls: [site('/pictured-a'), site('/pictured-b')], formats: ['screenshot'] });
    const fileOf = ({ data }: { data: unknown[] }, index: number) => new URL((data[index] as Item).screenshot);
    const job = await waitForJob(id);
    const before = await (await fetch(fileOf(job, 1))).arrayBuffer();
    const record = await records.findOne({ job: id, index: 1 });
    const item = JSON.parse(String(await decompress(Buffer.from(record?.json?.value() ?? []))));
    item.screenshot = `${stackEnv('MINIO_ENDPOINT')}/${pagesBucket}/${record?.screenshot}?X-Amz-Signature=abc`;
    const json = new Binary(await compress(Buffer.from(JSON.stringify(item))));
    await records.updateOne({ job: id, index: 1 }, { $set: { json }, $unset: { screenshot: 1 } });

    const listed = await waitForJob(id);
    expect(fileOf(listed, 0).href).toBe(fileOf(job, 0).href);
    expect(fileOf(listed, 1).pathname).toBe(`/v1/files/${id}/1/screenshot.png`);
    expect(await (await fetch(fileOf(listed, 1))).arrayBuffer()).toEqual(before);
  });
});
