import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  compress,
  compressSync,
  concatenate,
  concatenatedBytes,
  decompress,
  decompressAll,
  decompressedBytes,
  isCompressed,
  joinTexts,
  storedText,
  textBytes,
} from '../../storage/concatenableGzip.ts';

const texts = [
  Buffer.from('{"a":1}'),
  Buffer.alloc(0),
  randomBytes(70_000),
  Buffer.from('wörter '.repeat(20_000)),
  Buffer.alloc(3_000_000, 'x'),
];

describe('compressed texts', () => {
  it('are each a gzip stream of the text, which any reader of gzip can read', async () => {
    for (const text of texts) {
      const compressed = await compress(text);
      expect(isCompressed(compressed)).toBe(true);
      expect((await decompress(compressed)).equals(text)).toBe(true);
      expect(gunzipSync(compressed).equals(text)).toBe(true);
    }
    expect(String(gunzipSync(compressSync('[é,')))).toBe('[é,');
  });

  it('are one gzip stream with a valid checksum when they are concatenated', async () => {
    const comma = compressSync(',');
    const sequence = (await Promise.all(texts.map(compress))).flatMap((text) => [text, comma]);
    const stream = await buffer(concatenate(sequence));
    // It has one member, not several: some readers stop after the first.
    expect(stream.indexOf(Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]), 1)).toBe(-1);
    const expected = Buffer.concat(texts.flatMap((text) => [text, Buffer.from(',')]));
    expect(gunzipSync(stream).equals(expected)).toBe(true);
    expect(concatenatedBytes(sequence)).toBe(stream.length);
    expect(decompressedBytes(sequence)).toBe(expected.length);
  });

  it('are told to be as long as their text', async () => {
    for (const text of texts) expect(textBytes(await compress(text))).toBe(text.length);
  });

  it('can be joined to one, with short texts that are stored as they are', async () => {
    const short = ['{"a":"ü"}', '', 'x'.repeat(65_535), 'y'.repeat(200_000)];
    for (const text of short) expect(String(gunzipSync(storedText(text)))).toBe(text);
    const joined = joinTexts([storedText('{'), ...(await Promise.all(texts.map(compress))), ...short.map(storedText)]);
    const expected = Buffer.concat([Buffer.from('{'), ...texts, ...short.map((text) => Buffer.from(text))]);
    expect(gunzipSync(joined).equals(expected)).toBe(true);
    expect(textBytes(joined)).toBe(expected.length);
    // A joined text is a text like any other.
    const comma = compressSync(',');
    const stream = await buffer(concatenate([joined, comma, joined]));
    expect(gunzipSync(stream).equals(Buffer.concat([expected, Buffer.from(','), expected]))).toBe(true);
    expect((await buffer(decompressAll([joined, comma]))).length).toBe(expected.length + 1);
  });

  it('are decompressed in sequence, whatever their sizes are', async () => {
    const many = [...texts, ...Array.from({ length: 300 }, (_, at) => Buffer.from(`${at},`.repeat(1_000 + at)))];
    const sequence = await Promise.all(many.map(compress));
    expect((await buffer(decompressAll(sequence))).equals(Buffer.concat(many))).toBe(true);
    expect(await buffer(decompressAll([]))).toHaveLength(0);
  });

  it('fail where one of them is damaged, and not before it', async () => {
    const damaged = Buffer.from(await compress(randomBytes(600_000)));
    damaged.fill(0, 100, 200);
    const read = decompressAll([await compress(Buffer.from('first')), damaged, await compress(randomBytes(9_000))]);
    expect(String((await read.next()).value)).toBe('first');
    await expect(buffer(read)).rejects.toThrow();
  });

  it('fail if one is not as long as it says', async () => {
    const damaged = Buffer.from(await compress(Buffer.from('longer than it says')));
    damaged.writeUInt32LE(3, damaged.length - 4);
    await expect(buffer(decompressAll([await compress(Buffer.from('first')), damaged]))).rejects.toThrow(
      '8 bytes have 24',
    );
  });

  it('are an empty gzip stream when none are concatenated', async () => {
    const stream = await buffer(concatenate([]));
    expect(gunzipSync(stream)).toHaveLength(0);
    expect(concatenatedBytes([])).toBe(stream.length);
  });

  it('are told apart from the uncompressed JSON of earlier versions', () => {
    expect(isCompressed(Buffer.from('{"url":"http://site.example"}'))).toBe(false);
    expect(isCompressed(Buffer.alloc(0))).toBe(false);
  });
});
