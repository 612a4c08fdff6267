import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { failureOf, fetcher, site } from './sites.ts';

const page = `<!doctype html><p>${'Wörter und noch mehr Wörter. '.repeat(3_000)}</p>`;
/** "hello zstd\n" a thousand times, by the reference encoder: Node 20 cannot encode zstd. */
const zstd = Buffer.from('KLUv/WT4KZ0AAFhoZWxsbyB6c3RkCgEA6sp88QKW8NEG', 'base64');

function siteSending(encoding: string, body: Buffer | string) {
  return site((_, response) => response.writeHead(200, { 'content-encoding': encoding }).end(body));
}

describe('fetcher with encoded bodies', () => {
  it('sends the encodings it can decode as Accept-Encoding', async () => {
    const { url, requests } = await site((_, response) => response.end());
    await fetcher().fetch({ url });
    expect(requests[0]?.headers['accept-encoding']).toBe('gzip, deflate, br, zstd');
  });

  it.each([
    ['gzip', gzipSync(page)],
    ['x-gzip', gzipSync(page)],
    ['GZIP', gzipSync(page)],
    ['deflate', deflateSync(page)],
    ['deflate', deflateRawSync(page)],
    ['br', brotliCompressSync(page)],
    ['identity', Buffer.from(page)],
    ['gzip, br', brotliCompressSync(gzipSync(page))],
    ['br, gzip', gzipSync(brotliCompressSync(page))],
    ['gzip, gzip', gzipSync(gzipSync(page))],
  ])('decodes %s', async (encoding, body) => {
    const { url } = await siteSending(encoding, body);
    expect((await fetcher().fetch({ url })).body.toString()).toBe(page);
  });

  it('decodes zstd', async () => {
    const { url } = await siteSending('zstd', zstd);
    expect((await fetcher().fetch({ url })).body.toString()).toBe('hello zstd\n'.repeat(1_000));
  });

  it('decodes a body that arrives byte by byte', async () => {
    const bytes = gzipSync('a page in small pieces');
    const { url } = await site(async (_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      for (const byte of bytes) await new Promise((resolve) => response.write(Buffer.from([byte]), resolve));
      response.end();
    });
    expect((await fetcher().fetch({ url })).body.toString()).toBe('a page in small pieces');
  });

  it('reads a truncated compressed body, as browsers do', async () => {
    const { url } = await siteSending('gzip', gzipSync(page).subarray(0, -8));
    expect((await fetcher().fetch({ url })).body.toString()).toBe(page);
  });

  it.each(['gzip', 'br', 'zstd', 'deflate', 'utf-8', 'gzip, gzip, gzip, gzip'])(
    'returns plain text with a wrong Content-Encoding of %s unchanged',
    async (encoding) => {
      const { url } = await siteSending(encoding, page);
      expect((await fetcher().fetch({ url })).body.toString()).toBe(page);
    },
  );

  it('accepts an empty body with a Content-Encoding', async () => {
    const { url } = await siteSending('gzip', '');
    expect((await fetcher().fetch({ url })).body).toHaveLength(0);
  });

  it.each(['gzip', 'compress', 'zstd'])('refuses binary data with a wrong Content-Encoding of %s', async (encoding) => {
    const { url } = await siteSending(encoding, Buffer.from([0x89, 0x50, 0, 1, 2, 3, 0, 0, 0, 0, 4, 5, 6]));
    expect(await failureOf(fetcher().fetch({ url }))).toBe(
      `PageUnreachable: The page could not be decoded: the site says that it is ${encoding}.`,
    );
  });

  it('refuses a compressed body that is corrupt in the middle', async () => {
    const body = gzipSync(Buffer.from(Array.from({ length: 300_000 }, (_, n) => (n * 7919) % 251)), { level: 1 });
    body.fill(0xff, body.length >> 1);
    const { url } = await siteSending('gzip', body);
    expect(await failureOf(fetcher().fetch({ url }))).toMatch('The page could not be decoded');
  });
});

describe('decompression bombs', () => {
  const nulls = Buffer.alloc(64 << 20);

  it.each([
    ['gzip', gzipSync(nulls)],
    ['br', brotliCompressSync(nulls, { params: { [0]: 1 } })],
    ['gzip, gzip', gzipSync(gzipSync(nulls))],
  ])('are stopped while %s is decoded', async (encoding, body) => {
    const { url } = await siteSending(encoding, body);
    const before = process.memoryUsage().arrayBuffers;
    expect(await failureOf(fetcher().fetch({ url }))).toMatch(
      /^PageTooLarge: The page (is larger than 10 MiB|unpacks to more than 300 times its size)\.$/,
    );
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(32 << 20);
  });

  it('are reported by the size limit if the compression ratio is low', async () => {
    const noise = Buffer.from(Array.from({ length: 400_000 }, (_, n) => (n * n) >> 3));
    const { url } = await siteSending('gzip', gzipSync(noise));
    expect(await failureOf(fetcher().fetch({ url, maxBytes: 300_000 }))).toBe(
      'PageTooLarge: The page is larger than 293 KiB.',
    );
  });

  it('are stopped if zstd frames declare too much output', async () => {
    const frame = (...blocks: number[][]) => Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 7 << 3, ...blocks.flat()]);
    const run = (last: number) => [
      (((128 << 10) << 3) & 0xff) | 2 | last,
      ((128 << 10) >> 5) & 0xff,
      (128 << 10) >> 13,
      0x61,
    ];
    const { url } = await siteSending('zstd', frame(...Array.from({ length: 1_000 }, () => run(0)), run(1)));
    expect(await failureOf(fetcher().fetch({ url }))).toMatch(/^PageTooLarge: /);
  });
});
