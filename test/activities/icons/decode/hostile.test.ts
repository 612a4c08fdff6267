import { deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createDecode, type Decode } from '../../../../activities/icons/decode/pool.ts';
import { disc, discPng, discSvg, ico, pngChunk } from '../support/pictures.ts';

vi.setConfig({ testTimeout: 60_000 });

let decode: Decode;
beforeAll(async () => {
  decode = createDecode({ processes: 1, lookTimeoutMs: 4_000 });
  await decode.warm();
}, 60_000);
afterAll(() => decode.close());

/** Whatever came before, the next good picture is read. */
async function stillWorks(): Promise<void> {
  expect(await decode.look({ body: await discPng(32), theme: 'light' })).toMatchObject({ width: 32 });
}

function drawing(inside: string, attributes = 'viewBox="0 0 100 100"'): Buffer {
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inside}</svg>`);
}

describe('a picture that is built to hurt gives no result, and the next one is read', () => {
  test.each<[string, () => Buffer | Promise<Buffer>]>([
    ['a PNG of 20,000 by 20,000 in 48 KB', () => hugePng(20_000)],
    [
      'a filter region outside of the canvas, which aborts the rasterizer',
      () =>
        drawing(
          '<filter id="f" x="50" y="50" width="300" height="300"><feGaussianBlur stdDeviation="4"/></filter><rect width="100" height="100" filter="url(#f)"/>',
          'width="100" height="100"',
        ),
    ],
    [
      'a billion laughs',
      () =>
        Buffer.from(
          `<!DOCTYPE svg [<!ENTITY a "ha">${Array.from({ length: 9 }, (_, level) => `<!ENTITY ${'bcdefghij'[level]} "${`&${'abcdefghi'[level]};`.repeat(10)}">`).join('')}]><svg viewBox="0 0 9 9"><text>&j;</text></svg>`,
        ),
    ],
    ['50,000 uses', () => drawing(`<rect id="r" width="1" height="1"/>${'<use href="#r"/>'.repeat(50_000)}`)],
    ['nesting without end', () => drawing('<g>'.repeat(100_000))],
    [
      'a truncated JPEG',
      async () => (await disc(400).flatten({ background: '#fff' }).jpeg().toBuffer()).subarray(0, 3_000),
    ],
    ['a truncated PNG', async () => (await discPng(400)).subarray(0, 2_000)],
    ['a PNG whose data is noise', async () => spoiled(await discPng(200))],
    ['an ICO whose frames lie outside of it', () => lyingIco()],
    [
      'an ICO that claims 65,535 frames',
      () => Buffer.concat([Buffer.from([0, 0, 1, 0, 0xff, 0xff]), Buffer.alloc(64)]),
    ],
    ['an ICO whose frame claims 65,535 by 65,535', () => ico([{ side: 0, body: bitmapHeader(65_535) }])],
    ['a BMP whose header claims 30,000 by 30,000', () => hugeBmp(30_000)],
    ['a gzip that inflates for ever', () => gzipSync(Buffer.alloc(60_000_000, 0x20))],
    [
      'a page served as a picture',
      () =>
        Buffer.from('<!doctype html><html><head><title>404</title></head><body><svg viewBox="0 0 1 1"/></body></html>'),
    ],
    ['a script served as a picture', () => Buffer.from('window.__icon = 1;')],
    ['nothing', () => Buffer.alloc(0)],
    ['a GIF header and nothing else', () => Buffer.from('GIF89a\x01\x00\x01\x00')],
    ['a WebP header and nothing else', () => Buffer.from('RIFF\x24\x00\x00\x00WEBPVP8 ')],
    ['an AVIF header and nothing else', () => Buffer.from('\x00\x00\x00\x20ftypavif\x00\x00\x00\x00avifmif1')],
  ])('%s', async (_, make) => {
    const result = await decode.look({ body: await make(), theme: 'light' });
    expect(result).toEqual({ problem: expect.any(String) });
    await stillWorks();
  });
});

test('a drawing that names a file of this machine does not show it', async () => {
  const seen = await decode.look({
    body: drawing(
      `<image href="file://${process.cwd()}/x.png" width="100" height="100"/><image href="/etc/hostname" width="9" height="9"/>`,
    ),
    theme: 'light',
  });
  expect(seen).toMatchObject({ blank: 'nothing is drawn' });
});

test('a drawing of extreme proportions is fitted into a square before it is drawn', async () => {
  for (const viewBox of ['0 0 1 1000000', '0 0 1000000 1', '0 0 30000 30000', '0 0 1e-9 1e-9']) {
    await decode.look({
      body: drawing(
        '<rect width="50%" height="50%"/><circle r="1"/>',
        `viewBox="${viewBox}" width="30000" height="30000"`,
      ),
      theme: 'light',
    });
    await stillWorks();
  }
});

test('a picture that takes too long is given up, and its process with it', async () => {
  const impatient = createDecode({ processes: 1, lookTimeoutMs: 150 });
  await impatient.warm();
  // Hundreds of blurs over one another, each within all limits.
  const blur =
    '<filter id="f" filterUnits="userSpaceOnUse" x="0" y="0" width="100" height="100"><feGaussianBlur stdDeviation="30"/><feTurbulence baseFrequency=".9" numOctaves="9"/></filter>';
  const slow = drawing(blur + '<g filter="url(#f)"><rect width="90" height="90"/></g>'.repeat(3_000));
  expect(await impatient.look({ body: slow, theme: 'light' })).toEqual({
    problem: 'the picture took too long to decode',
  });
  await impatient.close();
});

test('a picture that takes too much memory ends its process, not ours', async () => {
  const frugal = createDecode({ processes: 1, memoryBytes: 260 * 1024 * 1024 });
  await frugal.warm();
  // Every layer of transparency is a canvas of its own.
  const layers = drawing(`${'<g opacity=".9">'.repeat(30)}<rect width="90" height="90"/>${'</g>'.repeat(30)}`);
  expect(await frugal.render({ body: layers, kind: 'og', format: 'png', pixels: 4096, size: 2048 })).toEqual({
    problem: expect.stringMatching(/memory/),
  });
  expect(await frugal.look({ body: await discPng(32), theme: 'light' })).toMatchObject({ width: 32 });
  await frugal.close();
});

test('after many bombs our own memory is where it was', async () => {
  const bomb = hugePng(20_000);
  const before = process.memoryUsage.rss();
  for (let round = 0; round < 40; round++) await decode.look({ body: bomb, theme: 'light' });
  expect(process.memoryUsage.rss() - before).toBeLessThan(64 * 1024 * 1024);
});

test('many pictures at once wait for their turn', async () => {
  const body = Buffer.from(discSvg('#d33'));
  const seen = await Promise.all(Array.from({ length: 50 }, () => decode.look({ body, theme: 'dark' })));
  expect(seen.every((look) => 'vector' in look && look.vector)).toBe(true);
});

/** All black, so that it deflates to almost nothing. Adler and CRC are right: it is a valid file. */
function hugePng(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc((side / 8 + 1) * side));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', rows),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function spoiled(png: Buffer): Buffer {
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
