import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createDecoderPool, type DecoderPool } from '../../../../activities/icons/decode/pool.ts';
import { disc, discPng, discSvg, hugePng, ico } from '../support/pictures.ts';

vi.setConfig({ testTimeout: 60_000 });

let decoder: DecoderPool;
beforeAll(async () => {
  decoder = createDecoderPool({ processes: 1, inspectTimeoutMs: 4_000 });
  await decoder.warm();
}, 60_000);
afterAll(() => decoder.close());

/** The next good picture is still decoded. */
async function expectStillWorking(): Promise<void> {
  expect(await decoder.inspect({ body: await discPng(32), theme: 'light' })).toMatchObject({ width: 32 });
}

function drawing(inside: string, attributes = 'viewBox="0 0 100 100"'): Buffer {
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inside}</svg>`);
}

describe('a hostile picture', () => {
  test.each<[string, () => Buffer | Promise<Buffer>]>([
    ['a PNG of 20,000 by 20,000 in 48 KB', () => hugePng(20_000)],
    [
      'a drawing with a filter region outside the canvas, which aborts the rasterizer',
      () =>
        drawing(
          '<filter id="f" x="50" y="50" width="300" height="300"><feGaussianBlur stdDeviation="4"/></filter><rect width="100" height="100" filter="url(#f)"/>',
          'width="100" height="100"',
        ),
    ],
    [
      'a drawing with an entity bomb (billion laughs)',
      () =>
        Buffer.from(
          `<!DOCTYPE svg [<!ENTITY a "ha">${Array.from({ length: 9 }, (_, level) => `<!ENTITY ${'bcdefghij'[level]} "${`&${'abcdefghi'[level]};`.repeat(10)}">`).join('')}]><svg viewBox="0 0 9 9"><text>&j;</text></svg>`,
        ),
    ],
    [
      'a drawing with 50,000 uses',
      () => drawing(`<rect id="r" width="1" height="1"/>${'<use href="#r"/>'.repeat(50_000)}`),
    ],
    ['a drawing nested 100,000 levels deep', () => drawing('<g>'.repeat(100_000))],
    [
      'a truncated JPEG',
      async () => (await disc(400).flatten({ background: '#fff' }).jpeg().toBuffer()).subarray(0, 3_000),
    ],
    ['a truncated PNG', async () => (await discPng(400)).subarray(0, 2_000)],
    ['a PNG whose data is noise', async () => withNoise(await discPng(200))],
    ['an ICO whose frames lie outside the file', () => lyingIco()],
    [
      'an ICO that claims 65,535 frames',
      () => Buffer.concat([Buffer.from([0, 0, 1, 0, 0xff, 0xff]), Buffer.alloc(64)]),
    ],
    ['an ICO whose frame claims 65,535 by 65,535', () => ico([{ side: 0, body: bitmapHeader(65_535) }])],
    ['a BMP whose header claims 30,000 by 30,000', () => hugeBmp(30_000)],
    ['a gzip bomb', () => gzipSync(Buffer.alloc(60_000_000, 0x20))],
    [
      'a page served as a picture',
      () =>
        Buffer.from('<!doctype html><html><head><title>404</title></head><body><svg viewBox="0 0 1 1"/></body></html>'),
    ],
    ['a script served as a picture', () => Buffer.from('window.__icon = 1;')],
    ['an empty file', () => Buffer.alloc(0)],
    ['a GIF header and nothing else', () => Buffer.from('GIF89a\x01\x00\x01\x00')],
    ['a WebP header and nothing else', () => Buffer.from('RIFF\x24\x00\x00\x00WEBPVP8 ')],
    ['an AVIF header and nothing else', () => Buffer.from('\x00\x00\x00\x20ftypavif\x00\x00\x00\x00avifmif1')],
  ])('gives no result and does not stop the next picture: %s', async (_, make) => {
    const result = await decoder.inspect({ body: await make(), theme: 'light' });
    expect(result).toEqual({ problem: expect.any(String) });
    await expectStillWorking();
  });
});

test('a drawing that references a local file does not show it', async () => {
  const inspection = await decoder.inspect({
    body: drawing(
      `<image href="file://${process.cwd()}/x.png" width="100" height="100"/><image href="/etc/hostname" width="9" height="9"/>`,
    ),
    theme: 'light',
  });
  expect(inspection).toMatchObject({ blank: 'nothing is drawn' });
});

test('a drawing of extreme proportions is fitted into a square before it is rasterized', async () => {
  for (const viewBox of ['0 0 1 1000000', '0 0 1000000 1', '0 0 30000 30000', '0 0 1e-9 1e-9']) {
    await decoder.inspect({
      body: drawing(
        '<rect width="50%" height="50%"/><circle r="1"/>',
        `viewBox="${viewBox}" width="30000" height="30000"`,
      ),
      theme: 'light',
    });
    await expectStillWorking();
  }
});

test('a picture that takes too long is abandoned and its process killed', async () => {
  const pool = createDecoderPool({ processes: 1, inspectTimeoutMs: 150 });
  await pool.warm();
  // Thousands of blurs, each within all limits.
  const blur =
    '<filter id="f" filterUnits="userSpaceOnUse" x="0" y="0" width="100" height="100"><feGaussianBlur stdDeviation="30"/><feTurbulence baseFrequency=".9" numOctaves="9"/></filter>';
  const slow = drawing(blur + '<g filter="url(#f)"><rect width="90" height="90"/></g>'.repeat(3_000));
  expect(await pool.inspect({ body: slow, theme: 'light' })).toEqual({
    problem: 'the picture took too long to decode',
  });
  await pool.close();
});

test('a picture that takes too much memory ends its decoder process, not the worker', async () => {
  const pool = createDecoderPool({ processes: 1, memoryBytes: 260 * 1024 * 1024 });
  await pool.warm();
  // Every transparent group needs a canvas of its own.
  const layers = drawing(`${'<g opacity=".9">'.repeat(30)}<rect width="90" height="90"/>${'</g>'.repeat(30)}`);
  expect(await pool.makeRendition({ body: layers, kind: 'og', format: 'png', pixels: 4096, size: 2048 })).toEqual({
    problem: expect.stringMatching(/memory/),
  });
  expect(await pool.inspect({ body: await discPng(32), theme: 'light' })).toMatchObject({ width: 32 });
  await pool.close();
});

test('many decompression bombs do not increase the memory of the worker', async () => {
  const bomb = hugePng(20_000);
  const before = process.memoryUsage.rss();
  for (let round = 0; round < 40; round++) await decoder.inspect({ body: bomb, theme: 'light' });
  expect(process.memoryUsage.rss() - before).toBeLessThan(64 * 1024 * 1024);
});

test('more pictures than processes are queued and all decoded', async () => {
  const body = Buffer.from(discSvg('#d33'));
  const inspections = await Promise.all(Array.from({ length: 50 }, () => decoder.inspect({ body, theme: 'dark' })));
  expect(inspections.every((inspection) => 'isVector' in inspection && inspection.isVector)).toBe(true);
});

function withNoise(png: Buffer): Buffer {
  const copy = Buffer.from(png);
  for (let at = 60; at < copy.length - 16; at++) copy[at] = (at * 7919) & 0xff;
  return copy;
}

function lyingIco(): Buffer {
  const file = ico([{ side: 64, body: Buffer.alloc(64) }]);
  file.writeUInt32LE(0x7fffffff, 14);
  file.writeUInt32LE(0x7fffffff, 18);
  return file;
}

function bitmapHeader(side: number): Buffer {
  const header = Buffer.alloc(200);
  header.writeUInt32LE(40, 0);
  header.writeUInt32LE(side, 4);
  header.writeUInt32LE(side * 2, 8);
  header.writeUInt16LE(1, 12);
  header.writeUInt16LE(32, 14);
  return header;
}

function hugeBmp(side: number): Buffer {
  const header = Buffer.alloc(200);
  header.write('BM', 0, 'latin1');
  header.writeUInt32LE(54, 10);
  header.writeUInt32LE(40, 14);
  header.writeInt32LE(side, 18);
  header.writeInt32LE(side, 22);
  header.writeUInt16LE(1, 26);
  header.writeUInt16LE(24, 28);
  return header;
}
