import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createDecoderPool, type DecoderPool } from '../../../../activities/icons/decode/pool.ts';
import type { Inspection } from '../../../../activities/icons/decode/protocol.ts';
import { apng, bmp, disc, discPng, discSvg, ico, icoBitmap, plainPng, svgz, tilePng } from '../support/pictures.ts';

vi.setConfig({ testTimeout: 60_000 });

let decoder: DecoderPool;
beforeAll(async () => {
  decoder = createDecoderPool({ processes: 1, inspectTimeoutMs: 60_000 });
  await decoder.warm();
}, 60_000);
afterAll(() => decoder.close());

async function inspect(
  body: Buffer,
  options: { theme?: 'light' | 'dark'; tint?: string; trim?: boolean } = {},
): Promise<Inspection> {
  const inspection = await decoder.inspect({ body, theme: 'light', ...options });
  if ('problem' in inspection) throw new Error(inspection.problem);
  return inspection;
}

describe('the inspection of a format', () => {
  test.each([
    ['png', () => disc(64).png().toBuffer()],
    ['jpeg', () => disc(64).flatten({ background: '#fff' }).jpeg().toBuffer()],
    ['gif', () => disc(64).gif().toBuffer()],
    ['webp', () => disc(64).webp().toBuffer()],
    ['avif', () => disc(64).avif().toBuffer()],
    ['bmp', () => bmp(64, '#d33')],
  ] as const)('reads %s', async (format, picture) => {
    expect(await inspect(await picture())).toMatchObject({
      format,
      width: 64,
      height: 64,
      isVector: false,
      squareness: expect.closeTo(1, 1),
    });
  });

  test('reads SVG and SVGZ, with the units of their viewBox', async () => {
    expect(await inspect(Buffer.from(discSvg('#d33')))).toMatchObject({
      format: 'svg',
      isVector: true,
      width: 100,
      height: 100,
    });
    expect(await inspect(svgz(discSvg('#d33')))).toMatchObject({
      format: 'svgz',
      isVector: true,
      contentType: 'image/svg+xml',
    });
  });

  test('reads SVG in UTF-16, and after comments and declarations', async () => {
    const text = `<?xml version="1.0"?><!-- ${'x'.repeat(300)} --><!DOCTYPE svg>\n${discSvg('#d33')}`;
    expect(await inspect(Buffer.from(text))).toMatchObject({ format: 'svg' });
    expect(await inspect(Buffer.from(`\uFEFF${text}`, 'utf16le'))).toMatchObject({ format: 'svg' });
  });

  test('takes the bounding box of an SVG that states no size', async () => {
    const { width, height } = await inspect(
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><path d="M10 20h40v20L20 60H10z"/></svg>'),
    );
    expect([width, height]).toEqual([40, 40]);
  });

  test('reads the first frame of an animated GIF', async () => {
    const frames = await Promise.all(['#d33', '#33d'].map((color) => plainFrame(color)));
    const animated = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    expect(await inspect(animated)).toMatchObject({
      format: 'gif',
      width: 40,
      height: 40,
      singleColor: expect.stringMatching(/^#d/),
    });
  });

  const plainFrame = (color: string) => disc(40, color).png().toBuffer();

  test('reads the first frame of an animated PNG', async () => {
    expect(await inspect(await apng(50, '#d33'))).toMatchObject({
      format: 'png',
      width: 50,
      singleColor: expect.stringMatching(/^#d/),
    });
  });

  test('reads photos in the orientation of their EXIF data', async () => {
    const turned = await sharp({ create: { width: 80, height: 40, channels: 3, background: '#333' } })
      .composite([{ input: await discPng(20) }])
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect(await inspect(turned)).toMatchObject({ width: 40, height: 80 });
  });
});

describe('the inspection of an icon file', () => {
  test('takes the largest frame, whether PNG or bitmap', async () => {
    const frames = [
      { side: 16, body: await icoBitmap(16, '#d33') },
      { side: 128, body: await discPng(128, '#3a3') },
      { side: 48, body: await icoBitmap(48, '#33d') },
    ];
    const inspection = await inspect(ico(frames));
    expect(inspection).toMatchObject({ format: 'ico', width: 128, height: 128, contentType: 'image/png' });
    expect(await sharp(inspection.replacement).metadata()).toMatchObject({ format: 'png', width: 128 });
    expect(await inspect(ico(frames.filter(({ side }) => side !== 128)))).toMatchObject({
      width: 48,
      singleColor: expect.stringMatching(/d.$/),
    });
  });

  test('compares frames by their own size, not by the size in the directory', async () => {
    expect(
      await inspect(
        ico([
          { side: 255, body: await icoBitmap(16, '#d33') },
          { side: 16, body: await discPng(96) },
        ]),
      ),
    ).toMatchObject({ width: 96 });
  });

  test('takes the next frame if the best is broken', async () => {
    const broken = (await discPng(256)).subarray(0, 400);
    expect(
      await inspect(
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

  test('are cut off on request, with a small margin left around the whole mark', async () => {
    const { width, height, replacement } = await inspect(await framed(90, { width: 256, height: 256 }), { trim: true });
    expect(width).toBe(height);
    expect(width).toBeGreaterThanOrEqual(90);
    expect(width).toBeLessThan(115);
    const { data, info } = await sharp(replacement).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ width, height });
    const edges = [...data.subarray(0, info.width * 4)].filter((_, at) => at % 4 === 3);
    expect(Math.max(...edges)).toBe(0);
  });

  test('stay if they are narrow, if trimming is not requested, and if nothing is drawn', async () => {
    const narrow = await framed(240, { width: 256, height: 256 });
    expect(await inspect(narrow, { trim: true })).toMatchObject({ width: 256, height: 256 });
    expect(await inspect(await framed(90, { width: 256, height: 256 }))).toMatchObject({ width: 256, height: 256 });
    const nothing = await sharp({ create: { width: 64, height: 64, channels: 4, background: '#0000' } })
      .png()
      .toBuffer();
    expect(await inspect(nothing, { trim: true })).toMatchObject({ width: 64, blank: 'nothing is drawn' });
  });
});

describe('the squareness of a picture', () => {
  test('does not count transparent margins', async () => {
    const wide = await sharp({ create: { width: 300, height: 100, channels: 4, background: '#0000' } })
      .composite([{ input: await discPng(80) }])
      .png()
      .toBuffer();
    expect((await inspect(wide)).squareness).toBeGreaterThan(0.9);
    const wordmark =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><path d="M0 40h100v20l-50 5z"/></svg>';
    expect((await inspect(Buffer.from(wordmark))).squareness).toBeCloseTo(0.25, 1);
  });
});

describe('the blank reason of a picture', () => {
  test.each([
    ['a transparent picture', () => plainPng(64, 64, '#0000')],
    ['a white rectangle', () => plainPng(64, 64, '#fff')],
    ['a rectangle of one color', () => plainPng(64, 64, '#3478f6')],
    ['an almost transparent picture', () => plainPng(64, 64, '#00000008')],
    ['a single pixel', () => plainPng(1, 1, '#d33')],
    ['a picture of 6 pixels', () => discPng(6)],
    ['an empty drawing', async () => Buffer.from('<svg viewBox="0 0 9 9"><path d=""/></svg>')],
  ])('is set for %s', async (_, picture) => {
    expect((await inspect(await picture())).blank).toBeDefined();
  });

  test('is not set for letters and emoji, even if no font is installed', async () => {
    const emoji =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><text y=".9em" font-size="90">🚀</text></svg>';
    expect((await inspect(Buffer.from(emoji))).blank).toBeUndefined();
  });

  test('is not set for a disc of one color', async () => {
    expect((await inspect(await discPng(64))).blank).toBeUndefined();
  });
});

describe('the legibility of a picture', () => {
  test('says that black is invisible on dark, and white on light', async () => {
    const black = (await inspect(await discPng(64, '#000'))).legibility;
    expect(black.light).toMatchObject({ contrast: expect.closeTo(21, 0), invisibleShare: 0 });
    expect(black.dark).toMatchObject({ contrast: expect.closeTo(1.1, 0), invisibleShare: 1 });
    expect((await inspect(await discPng(64, '#fff'))).legibility.light.invisibleShare).toBe(1);
  });

  test('is high on both surfaces for a mark with a background of its own', async () => {
    const { legibility, hasBackground } = await inspect(await tilePng(64, '#fff', '#111'));
    expect(hasBackground).toBe(true);
    expect(legibility.light.contrast).toBeGreaterThan(10);
    expect(legibility.dark.contrast).toBeGreaterThan(10);
  });
});

test('an inspection tells one color from several, and gray from color', async () => {
  expect((await inspect(await discPng(64, '#222'))).singleColor).toBe('#222222');
  expect((await inspect(await tilePng(64))).singleColor).toBeUndefined();
  expect((await inspect(await discPng(64, '#777'))).isGray).toBe(true);
  expect((await inspect(await discPng(64, '#d33'))).isGray).toBe(false);
});

test('a tint replaces the color of drawings and of bitmaps and keeps their shape', async () => {
  expect((await inspect(await discPng(64, '#000'), { tint: '#f5f5f5' })).singleColor).toBe('#f5f5f5');
  expect((await inspect(Buffer.from(discSvg('#000')), { tint: '#f5f5f5' })).singleColor).toBe('#f5f5f5');
});
