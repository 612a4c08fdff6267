import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createDecode, type Decode } from '../../../../activities/icons/decode/pool.ts';
import type { Look } from '../../../../activities/icons/decode/protocol.ts';
import { apng, bmp, disc, discPng, discSvg, ico, icoBitmap, plainPng, platePng, svgz } from '../support/pictures.ts';

vi.setConfig({ testTimeout: 60_000 });

let decode: Decode;
beforeAll(async () => {
  decode = createDecode({ processes: 1 });
  await decode.warm();
}, 60_000);
afterAll(() => decode.close());

async function look(
  body: Buffer,
  options: { theme?: 'light' | 'dark'; tint?: string; trim?: boolean } = {},
): Promise<Look> {
  const seen = await decode.look({ body, theme: 'light', ...options });
  if ('problem' in seen) throw new Error(seen.problem);
  return seen;
}

describe('every format that browsers show is read', () => {
  test.each([
    ['png', () => disc(64).png().toBuffer()],
    ['jpeg', () => disc(64).flatten({ background: '#fff' }).jpeg().toBuffer()],
    ['gif', () => disc(64).gif().toBuffer()],
    ['webp', () => disc(64).webp().toBuffer()],
    ['avif', () => disc(64).avif().toBuffer()],
    ['bmp', () => bmp(64, '#d33')],
  ] as const)('%s', async (format, picture) => {
    expect(await look(await picture())).toMatchObject({
      format,
      width: 64,
      height: 64,
      vector: false,
      squareness: expect.closeTo(1, 1),
    });
  });

  test('SVG and SVGZ, with the units of their box', async () => {
    expect(await look(Buffer.from(discSvg('#d33')))).toMatchObject({
      format: 'svg',
      vector: true,
      width: 100,
      height: 100,
    });
    expect(await look(svgz(discSvg('#d33')))).toMatchObject({
      format: 'svgz',
      vector: true,
      contentType: 'image/svg+xml',
    });
  });

  test('SVG in UTF-16, and after comments and declarations', async () => {
    const text = `<?xml version="1.0"?><!-- ${'x'.repeat(300)} --><!DOCTYPE svg>\n${discSvg('#d33')}`;
    expect(await look(Buffer.from(text))).toMatchObject({ format: 'svg' });
    expect(await look(Buffer.from(`\uFEFF${text}`, 'utf16le'))).toMatchObject({ format: 'svg' });
  });

  test('an SVG that states no size has the box of what it draws', async () => {
    const { width, height } = await look(
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><path d="M10 20h40v20L20 60H10z"/></svg>'),
    );
    expect([width, height]).toEqual([40, 40]);
  });

  test('animations by their first frame', async () => {
    const frames = await Promise.all(['#d33', '#33d'].map((colour) => plainFrame(colour)));
    const animated = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    expect(await look(animated)).toMatchObject({
      format: 'gif',
      width: 40,
      height: 40,
      singleColour: expect.stringMatching(/^#d/),
    });
  });

  const plainFrame = (colour: string) => disc(40, colour).png().toBuffer();

  test('animated PNGs too', async () => {
    expect(await look(await apng(50, '#d33'))).toMatchObject({
      format: 'png',
      width: 50,
      singleColour: expect.stringMatching(/^#d/),
    });
  });

  test('photographs that are turned by their EXIF', async () => {
    const turned = await sharp({ create: { width: 80, height: 40, channels: 3, background: '#333' } })
      .composite([{ input: await discPng(20) }])
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect(await look(turned)).toMatchObject({ width: 40, height: 80 });
  });
});

describe('of an icon file the best frame is taken', () => {
  test('the largest, whether PNG or bitmap', async () => {
    const frames = [
      { side: 16, body: await icoBitmap(16, '#d33') },
      { side: 128, body: await discPng(128, '#3a3') },
      { side: 48, body: await icoBitmap(48, '#33d') },
    ];
    const seen = await look(ico(frames));
    expect(seen).toMatchObject({ format: 'ico', width: 128, height: 128, contentType: 'image/png' });
    expect(await sharp(seen.kept).metadata()).toMatchObject({ format: 'png', width: 128 });
    expect(await look(ico(frames.filter(({ side }) => side !== 128)))).toMatchObject({
      width: 48,
      singleColour: expect.stringMatching(/d.$/),
    });
  });

  test('by its own size, not by what the directory says of it', async () => {
    expect(
      await look(
        ico([
          { side: 255, body: await icoBitmap(16, '#d33') },
          { side: 16, body: await discPng(96) },
        ]),
      ),
    ).toMatchObject({ width: 96 });
  });

  test('the next one where the best is broken', async () => {
    const broken = (await discPng(256)).subarray(0, 400);
    expect(
      await look(
        ico([
          { side: 0, body: broken },
          { side: 32, body: await icoBitmap(32, '#d33') },
        ]),
      ),
    ).toMatchObject({ width: 32 });
  });
});

describe('wide transparent margins', () => {
  const framed = async (side: number, canvas: { width: number; height: number }) =>
    sharp({ create: { ...canvas, channels: 4, background: '#0000' } })
      .composite([{ input: await discPng(side) }])
      .png()
      .toBuffer();

  test('are cut off where that is asked for, with a little air left, and never into the mark', async () => {
    const { width, height, kept } = await look(await framed(90, { width: 256, height: 256 }), { trim: true });
    expect(width).toBe(height);
    expect(width).toBeGreaterThanOrEqual(90);
    expect(width).toBeLessThan(115);
    const { data, info } = await sharp(kept).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ width, height });
    const edges = [...data.subarray(0, info.width * 4)].filter((_, at) => at % 4 === 3);
    expect(Math.max(...edges)).toBe(0);
  });

  test('stay where they are narrow, where nobody asks, and where nothing is drawn', async () => {
    const narrow = await framed(240, { width: 256, height: 256 });
    expect(await look(narrow, { trim: true })).toMatchObject({ width: 256, height: 256 });
    expect(await look(await framed(90, { width: 256, height: 256 }))).toMatchObject({ width: 256, height: 256 });
    const nothing = await sharp({ create: { width: 64, height: 64, channels: 4, background: '#0000' } })
      .png()
      .toBuffer();
    expect(await look(nothing, { trim: true })).toMatchObject({ width: 64, blank: 'nothing is drawn' });
  });
});

describe('squareness is that of what is drawn', () => {
  test('transparent margins do not count', async () => {
    const wide = await sharp({ create: { width: 300, height: 100, channels: 4, background: '#0000' } })
      .composite([{ input: await discPng(80) }])
      .png()
      .toBuffer();
    expect((await look(wide)).squareness).toBeGreaterThan(0.9);
    const wordmark =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><path d="M0 40h100v20l-50 5z"/></svg>';
    expect((await look(Buffer.from(wordmark))).squareness).toBeCloseTo(0.25, 1);
  });
});

describe('what shows nothing is blank', () => {
  test.each([
    ['transparent', () => plainPng(64, 64, '#0000')],
    ['white', () => plainPng(64, 64, '#fff')],
    ['one colour', () => plainPng(64, 64, '#3478f6')],
    ['almost transparent', () => plainPng(64, 64, '#00000008')],
    ['one pixel', () => plainPng(1, 1, '#d33')],
    ['a few pixels', () => discPng(6)],
    ['an empty drawing', async () => Buffer.from('<svg viewBox="0 0 9 9"><path d=""/></svg>')],
  ])('%s', async (_, picture) => {
    expect((await look(await picture())).blank).toBeDefined();
  });

  test('but letters are not, although there may be no font here', async () => {
    const emoji =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><text y=".9em" font-size="90">🚀</text></svg>';
    expect((await look(Buffer.from(emoji))).blank).toBeUndefined();
  });

  test('nor is a disc of one colour', async () => {
    expect((await look(await discPng(64))).blank).toBeUndefined();
  });
});

describe('legibility is measured on both surfaces', () => {
  test('black vanishes on dark, white on light', async () => {
    const black = (await look(await discPng(64, '#000'))).legibility;
    expect(black.light).toMatchObject({ contrast: expect.closeTo(21, 0), vanishing: 0 });
    expect(black.dark).toMatchObject({ contrast: expect.closeTo(1.1, 0), vanishing: 1 });
    expect((await look(await discPng(64, '#fff'))).legibility.light.vanishing).toBe(1);
  });

  test('a plate with a mark is seen on both, by the one or the other', async () => {
    const { legibility, tile } = await look(await platePng(64, '#fff', '#111'));
    expect(tile).toBe(true);
    expect(legibility.light.contrast).toBeGreaterThan(10);
    expect(legibility.dark.contrast).toBeGreaterThan(10);
  });
});

test('a single colour is told from several, and grey from colour', async () => {
  expect((await look(await discPng(64, '#222'))).singleColour).toBe('#222222');
  expect((await look(await platePng(64))).singleColour).toBeUndefined();
  expect((await look(await discPng(64, '#777'))).grey).toBe(true);
  expect((await look(await discPng(64, '#d33'))).grey).toBe(false);
});

test('a tint keeps the shape and replaces the colour, of drawings and of pixels', async () => {
  expect((await look(await discPng(64, '#000'), { tint: '#f5f5f5' })).singleColour).toBe('#f5f5f5');
  expect((await look(Buffer.from(discSvg('#000')), { tint: '#f5f5f5' })).singleColour).toBe('#f5f5f5');
});
