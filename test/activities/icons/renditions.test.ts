import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createDecoderPool, type DecoderPool } from '../../../activities/icons/decode/pool.ts';
import type { FoundSource } from '../../../activities/icons/find.ts';
import { createRenditionMaker, type Rendition } from '../../../activities/icons/renditions.ts';
import { type ImageKind, parseImageParameters } from '../../../contracts/images/parameters.ts';
import { bmp, disc, discPng, discSvg, ico, tilePng } from './support/pictures.ts';

let decoder: DecoderPool;
const onProblem = vi.fn();
beforeAll(async () => {
  // A square of 4096 pixels can take longer than the usual 15 s beside other tests.
  decoder = createDecoderPool({ processes: 1, renditionTimeoutMs: 60_000 });
  await decoder.warm();
}, 60_000);
afterAll(() => decoder.close());
afterEach(() => onProblem.mockClear());

function site(body: Buffer, contentType = 'image/png'): FoundSource {
  return {
    kind: 'site',
    body,
    contentType,
    width: 1,
    height: 1,
  };
}

function renditionOf(source: FoundSource, query: Record<string, string>, kind: ImageKind = 'icon'): Promise<Rendition> {
  return createRenditionMaker({ decoder, onProblem }).make({
    domain: 'example.com',
    source,
    parameters: parseImageParameters(kind, query),
  });
}

async function bytes(rendition: Promise<Rendition>): Promise<Buffer> {
  const made = await rendition;
  if (made.source === 'none') throw new Error('there is no rendition');
  expect(onProblem).not.toHaveBeenCalled();
  return made.body;
}

async function colorAt(body: Buffer, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(body).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4)];
}

describe('an icon rendition', () => {
  test.each([
    ['a smaller size', { size: '16' }, 16],
    ['the default size', {}, 128],
    ['a larger size', { size: '300' }, 300],
    ['the largest size', { size: '2048', format: 'jpg' }, 2048],
    ['one pixel', { size: '1' }, 1],
    ['a retina size', { size: '64', retina: 'true' }, 128],
    ['the largest retina size', { size: '2048', retina: 'true', format: 'jpg' }, 4096],
  ])('has exactly the requested pixels for %s', async (_, query, pixels) => {
    const { width, height } = await sharp(await bytes(renditionOf(site(await discPng(48)), query))).metadata();
    expect([width, height]).toEqual([pixels, pixels]);
  });
});

describe('the format of an icon rendition', () => {
  test.each([
    ['png', 'image/png', 'png'],
    ['webp', 'image/webp', 'webp'],
    ['jpg', 'image/jpeg', 'jpeg'],
    ['gif', 'image/png', 'png'],
  ])('for format=%s is %s', async (format, contentType, real) => {
    const made = await renditionOf(site(await discPng(48)), { format });
    expect(made).toMatchObject({ source: 'site', contentType });
    expect(await sharp(await bytes(Promise.resolve(made))).metadata()).toMatchObject({ format: real });
  });

  test('keeps transparency if it can, and is on white if it cannot', async () => {
    const transparent = site(await discPng(64));
    expect((await colorAt(await bytes(renditionOf(transparent, {})), 0, 0))[3]).toBe(0);
    expect((await colorAt(await bytes(renditionOf(transparent, { format: 'webp' })), 0, 0))[3]).toBe(0);
    expect(await colorAt(await bytes(renditionOf(transparent, { format: 'jpg' })), 0, 0)).toEqual([255, 255, 255, 255]);
  });
});

describe('the pixels of an icon rendition', () => {
  test('contain a wide picture undistorted in the square', async () => {
    const wide = await sharp({ create: { width: 200, height: 100, channels: 4, background: '#d33' } })
      .png()
      .toBuffer();
    const body = await bytes(renditionOf(site(wide), { size: '100' }));
    expect((await colorAt(body, 50, 10))[3]).toBe(0);
    expect((await colorAt(body, 50, 90))[3]).toBe(0);
    expect((await colorAt(body, 2, 50))[3]).toBe(255);
    expect((await colorAt(body, 97, 50))[3]).toBe(255);
  });

  test('have no dark fringe around transparency', async () => {
    const body = await bytes(renditionOf(site(await discPng(256, '#fff')), { size: '40' }));
    const { data } = await sharp(body).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    for (let at = 0; at < data.length; at += 4) if ((data[at + 3] ?? 0) > 20) expect(data[at]).toBeGreaterThan(235);
  });
});

describe('the source of an icon rendition', () => {
  test('may be an icon file, a bitmap, CMYK, 16-bit, gray or palette-based', async () => {
    const sources = [
      ico([{ side: 64, body: await discPng(64) }]),
      await bmp(64, '#d33'),
      await disc(64).flatten({ background: '#fff' }).toColorspace('cmyk').jpeg().toBuffer(),
      await disc(64).toColorspace('rgb16').png().toBuffer(),
      await disc(64).grayscale().png().toBuffer(),
      await disc(64).png({ palette: true }).toBuffer(),
    ];
    for (const body of sources) {
      const made = await sharp(await bytes(renditionOf(site(body), { size: '32' }))).metadata();
      expect(made).toMatchObject({ format: 'png', width: 32, height: 32, space: 'srgb' });
    }
  });

  test('may be an animation, of which the first frame is used', async () => {
    const animated = await sharp([await tilePng(40, '#dd3333'), await tilePng(40, '#3333dd')], {
      join: { animated: true },
    })
      .gif()
      .toBuffer();
    const body = await bytes(renditionOf(site(animated), { size: '40' }));
    expect((await sharp(body).metadata()).pages).toBeUndefined();
    expect((await colorAt(body, 2, 2))[0]).toBeGreaterThan(200);
  });
});

describe('the rendition of an icon that is a drawing', () => {
  const drawing = site(
    Buffer.from(`${discSvg('#d33').replace('</svg>', '<script>alert(1)</script></svg>')}`),
    'image/svg+xml',
  );

  test('stays a sanitized drawing of the requested size in every format', async () => {
    for (const format of ['png', 'webp', 'jpg', 'x']) {
      const made = await renditionOf(drawing, { format, size: '40', retina: 'true' });
      expect(made).toMatchObject({ contentType: 'image/svg+xml', width: 40, height: 40 });
      const text = (await bytes(Promise.resolve(made))).toString();
      expect(text).toMatch(/^<svg[^>]* width="40" height="40"/);
      expect(text).not.toContain('script');
    }
  });
});

describe('the rendition of an Open Graph image', () => {
  const photo = () => disc(300).resize(600, 315, { fit: 'contain', background: '#eee' }).jpeg().toBuffer();

  test.each([
    [{}, 1200, 630],
    [{ size: '600' }, 600, 315],
    [{ size: '100' }, 100, 53],
    [{ size: '1' }, 1, 1],
    [{ size: '500', retina: 'true' }, 1000, 525],
    [{ size: '0' }, 1, 1],
  ])('for %j is %i wide and keeps its aspect ratio', async (query, width, height) => {
    const made = await renditionOf(site(await photo()), query, 'og');
    expect(made).toMatchObject({ width, height, contentType: 'image/png' });
    expect(await sharp(await bytes(Promise.resolve(made))).metadata()).toMatchObject({ width, height });
  });

  test('has pixels even if the image is a drawing', async () => {
    const drawing = site(Buffer.from(discSvg('#06c', 'viewBox="0 0 200 100"')));
    const made = await renditionOf(drawing, { size: '400', format: 'webp' }, 'og');
    expect(made).toMatchObject({ width: 400, height: 200, contentType: 'image/webp' });
  });
});

describe('the fallback rendition', () => {
  const none: FoundSource = { kind: 'none' };

  test('is a monogram for icons and nothing for Open Graph images by default', async () => {
    const letter = await renditionOf(none, { size: '48', format: 'jpg' });
    expect(letter).toMatchObject({ source: 'monogram', contentType: 'image/svg+xml', width: 48, height: 48 });
    expect((await bytes(Promise.resolve(letter))).toString()).toContain('>E</text>');
    expect(await renditionOf(none, {}, 'og')).toEqual({ source: 'none' });
  });

  test('is the requested one', async () => {
    expect(await renditionOf(none, { fallback: '404' })).toEqual({ source: 'none' });
    expect(await renditionOf(none, { fallback: 'monogram', size: '600' }, 'og')).toMatchObject({
      source: 'monogram',
      width: 600,
      height: 315,
    });
  });

  test('is made if the stored source can no longer be decoded', async () => {
    expect(await renditionOf(site(Buffer.from('garbage')), {})).toMatchObject({ source: 'monogram' });
    expect(onProblem).toHaveBeenCalledExactlyOnceWith('not a picture', { domain: 'example.com', kind: 'icon' });
    expect(await renditionOf(site(Buffer.from('garbage')), { fallback: '404' })).toEqual({ source: 'none' });
  });
});
