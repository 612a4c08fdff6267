import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { isPacked, join, pack, packNow, unpack } from '../../storage/packed.ts';

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
      const packed = await pack(text);
      expect(isPacked(packed)).toBe(true);
      expect((await unpack(packed)).equals(text)).toBe(true);
      expect(gunzipSync(packed).equals(text)).toBe(true);
    }
    expect(String(gunzipSync(packNow('[é,')))).toBe('[é,');
  });

  it('in a row are one gzip stream, whose checksum holds', async () => {
    const packed = await Promise.all(texts.map(pack));
    const comma = packNow(',');
    const row = packed.flatMap((text) => [text, comma]);
    const stream = await buffer(join(row));
    // It has one member, not several: some readers stop after the first.
    expect(stream.indexOf(Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]), 1)).toBe(-1);
    const expected = Buffer.concat(texts.flatMap((text) => [text, Buffer.from(',')]));
    expect(gunzipSync(stream).equals(expected)).toBe(true);
    expect(gunzipSync(await buffer(join([])))).toHaveLength(0);
  });

  it('are told from what was stored before there were any', () => {
    expect(isPacked(Buffer.from('{"url":"http://site.example"}'))).toBe(false);
    expect(isPacked(Buffer.alloc(0))).toBe(false);
  });
});
