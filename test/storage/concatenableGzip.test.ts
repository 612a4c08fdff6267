import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { compress, compressSync, concatenate, decompress, isCompressed } from '../../storage/concatenableGzip.ts';

const texts = [
  Buffer.from('{"a":1}'),
  Buffer.alloc(0),
  randomBytes(70_000),
  Buffer.from('wörter '.repeat(20_000)),
  Buffer.alloc(3_000_000, 'x'),
];

describe('packed texts', () => {
  it('come out as they went in, each by itself and for any reader of gzip', async () => {
    for (const text of texts) {
      const packed = await compress(text);
      expect(isCompressed(packed)).toBe(true);
      expect((await decompress(packed)).equals(text)).toBe(true);
      expect(gunzipSync(packed).equals(text)).toBe(true);
    }
    expect(String(gunzipSync(compressSync('[é,')))).toBe('[é,');
  });

  it('in a row are one gzip stream, whose checksum holds', async () => {
    const packed = await Promise.all(texts.map(compress));
    const comma = compressSync(',');
    const row = packed.flatMap((text) => [text, comma]);
    const stream = await buffer(concatenate(row));
    // It has one member, not several: some readers stop after the first.
    expect(stream.indexOf(Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]), 1)).toBe(-1);
    const expected = Buffer.concat(texts.flatMap((text) => [text, Buffer.from(',')]));
    expect(gunzipSync(stream).equals(expected)).toBe(true);
    expect(gunzipSync(await buffer(concatenate([])))).toHaveLength(0);
  });

  it('are told from what was stored before there were any', () => {
    expect(isCompressed(Buffer.from('{"url":"http://site.example"}'))).toBe(false);
    expect(isCompressed(Buffer.alloc(0))).toBe(false);
  });
});
